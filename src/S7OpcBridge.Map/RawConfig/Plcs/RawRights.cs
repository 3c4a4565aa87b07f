using S7OpcBridge.Core;
using S7OpcBridge.Map.Keys;
using S7OpcBridge.Map.Yaml;

namespace S7OpcBridge.Map.RawConfig.Plcs;

/// <summary>The keys of permissions for parts of a PLC: <c>{ Recipe: { Operator: [browse, read] }, "Pump*/Setpoint": { Engineer: none } }</c>.</summary>
internal static class RightsKeys
{
    private const string None = "none";

    private static readonly string[] Words =
    [
        .. Enum.GetNames<TagRights>().Where(name => name != nameof(TagRights.None)).Select(name => name.ToLowerInvariant()),
    ];

    public static readonly KeyShape Shape = KeyShape.MapOf(
        new KeyShape(
            $$"""
        { "type": "object", "properties": { {{string.Join(", ", UserRoles.All.Select(role => $$"""
        "{{role}}": {{KeyShape.Any(KeyShape.OneOf([None, .. Words]), KeyShape.ListOf(KeyShape.OneOf(Words))).Json}}
        """))}} }, "additionalProperties": {{KeyShape.Any(KeyShape.OneOf([None, .. Words]), KeyShape.ListOf(KeyShape.OneOf(Words))).Json}} }
        """
        )
    );

    public static void Read(YamlReader yaml, RawPlc plc)
    {
        if (!yaml.EnterMapping("folders or tags and what roles may do there, such as { Recipe: { Operator: [browse, read] } }"))
            return;
        while (!yaml.Leave())
        {
            if (yaml.ReadKey(out var spot) is not { } path)
                continue;
            yaml.Key = path;
            if (FaultOf(path) is { } fault)
                yaml.Findings.Error(
                    spot,
                    $"'{path}' {fault}; write / for the whole PLC, or a path such as Motor, Motor/Speed or Pump*/Setpoint"
                );
            if (plc.Rights.Any(rule => rule.Path.Text == path))
                yaml.Findings.Error(spot, $"the permissions of '{path}' are given twice; write all roles into one of them");
            plc.Rights.Add(new RawRights(spot, new TagPathPattern(path), ReadRoles(yaml, plc)));
        }
    }

    private static List<(string, TagRights)> ReadRoles(YamlReader yaml, RawPlc plc)
    {
        var roles = new List<(string Role, TagRights)>();
        if (!yaml.EnterMapping("roles and what each may do, such as { Operator: [browse, read] }"))
            return roles;
        while (!yaml.Leave())
        {
            if (yaml.ReadKey(out var spot) is not { } name)
                continue;
            // Whether the users file has a role of this name is checked at the end.
            var role = UserRoles.All.FirstOrDefault(known => known.Equals(name, StringComparison.OrdinalIgnoreCase)) ?? name;
            if (!UserRoles.All.Contains(role))
                plc.NamedRoles.Add((spot, role));
            if (roles.Any(known => known.Role == role))
                yaml.Findings.Error(spot, $"the role '{role}' is given twice; remove one of them");
            yaml.Key = role;
            roles.Add((role, ReadRights(yaml)));
        }
        return roles;
    }

    private static TagRights ReadRights(YamlReader yaml)
    {
        if (!yaml.AtSequence)
            return yaml.OneOf([None, .. Words]) is { } only ? Enum.Parse<TagRights>(only, ignoreCase: true) : TagRights.None;
        var rights = TagRights.None;
        if (!yaml.EnterSequence("a list of browse, read, write and call"))
            return rights;
        while (!yaml.Leave())
            rights |= yaml.OneOf(Words) is { } word ? Enum.Parse<TagRights>(word, ignoreCase: true) : TagRights.None;
        return rights;
    }

    private static string? FaultOf(string path) =>
        path == "/" ? null
        : path.Length == 0 || path.Split('/').Any(string.IsNullOrWhiteSpace) ? "has an empty level"
        : null;
}

/// <summary>The permissions for one part of a PLC, with their location.</summary>
internal sealed record RawRights(SourceLocation Spot, TagPathPattern Path, IReadOnlyList<(string Role, TagRights Rights)> Roles);
