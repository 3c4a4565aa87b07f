using S7OpcBridge.Map.Keys;
using S7OpcBridge.Map.RawConfig;
using S7OpcBridge.Map.RawConfig.Tags;
using S7OpcBridge.Map.RawConfig.Words;
using S7OpcBridge.Map.UserTypes;
using S7OpcBridge.Map.Yaml;

namespace S7OpcBridge.Map.Reading;

/// <summary>
/// Reads <c>types</c>: structures with their members in order, laid out by the rules for standard (non-optimised) blocks, and files with such structures.
/// </summary>
internal static class TypesReader
{
    private const string From = "from";

    public static readonly KeyTable<TypeFiles> Files = new(
        "file of types",
        new(
            "files",
            KeyShape.Texts,
            "Files with types exported from TIA Portal (.udt, .scl, .awl), relative to this file.",
            static (yaml, files) =>
            {
                files.Spot = yaml.Spot;
                files.Paths = yaml.Texts();
            }
        ),
        new(
            "encoding",
            KeyShape.Text,
            "Code page of the files, such as windows-1251. Default: UTF-8, or windows-1252 where they are no " + "UTF-8.",
            static (yaml, files) => files.Encoding = Encodings.Read(yaml)
        )
    );

    public static void Read(YamlReader yaml, RawMap map, SourceStack sources)
    {
        if (!yaml.EnterMapping("names of types with their members"))
            return;
        while (!yaml.Leave())
        {
            if (yaml.ReadKey(out var spot) is not { } name)
                continue;
            yaml.Key = name;
            if (name == From)
            {
                ReadFiles(yaml, sources);
                continue;
            }
            var type = new UserType(name, spot);
            map.AddType(type, yaml.Findings);
            ReadMembers(yaml, type, depth: 0);
        }
    }

    // A file, a list of files, or { files: […], encoding: windows-1251 }.
    private static void ReadFiles(YamlReader yaml, SourceStack sources)
    {
        var files = new TypeFiles { Spot = yaml.Spot };
        if (yaml.AtMapping)
            Files.Read(yaml, files);
        else
            files.Paths = yaml.Texts();
        foreach (var path in files.Paths)
            sources.ReadTypes(yaml.File.Resolve(path), files.Spot, files.Encoding);
    }

    private static void ReadMembers(YamlReader yaml, UserType type, int depth)
    {
        if (depth > StandardLayout.MaxDepth)
        {
            yaml.Findings.Error(
                yaml.Spot,
                $"structures are nested more than {StandardLayout.MaxDepth} deep; define the inner ones as named types"
            );
            yaml.Skip();
            return;
        }
        if (!yaml.EnterMapping("the members in order, such as { Speed: Real, Running: Bool }"))
            return;
        var names = new HashSet<string>(StringComparer.OrdinalIgnoreCase);
        while (!yaml.Leave())
        {
            if (yaml.ReadKey(out var spot) is not { } name)
                continue;
            yaml.Key = name;
            if (!names.Add(name))
                yaml.Findings.Error(spot, $"the member '{name}' is given twice; rename one of them");
            if (ReadMember(yaml, name, spot, depth) is { } member)
                type.Members.Add(member);
        }
        if (type.Members.Count == 0)
            yaml.Findings.Error(type.Spot, $"the type '{type.Name}' has no members; write them in order, such as Speed: Real");
    }

    private static UserTypeMember? ReadMember(YamlReader yaml, string name, SourceLocation spot, int depth)
    {
        var tag = new RawTag(Nowhere, spot);
        if (yaml.AtMapping)
        {
            var recorded = yaml.Record();
            var reader = recorded.Read(yaml.Findings);
            reader.Key = name;
            if (!recorded.HasKey("type"))
            {
                var nested = new UserType(name, spot) { Used = true };
                ReadMembers(reader, nested, depth + 1);
                return new UserTypeMember(name, spot, null, spot) { Nested = nested };
            }
            MemberKeys.Table.Read(reader, tag);
        }
        else
        {
            var textSpot = yaml.Spot;
            if (yaml.Text("a type, such as 'Real, rpm, 0..3000'") is not { } text)
                return null;
            ShortForm.Read(text, textSpot, tag, withPlace: false, yaml.Findings);
        }
        return new UserTypeMember(name, spot, tag.Type ?? "", tag.TypeSpot)
        {
            Details = tag.Details,
            Access = tag.Access,
            UaType = tag.UaType,
            Alarms = tag.Alarms,
        };
    }

    private static readonly RawGroup Nowhere = new(parent: null);
}

/// <summary>Files of types being read.</summary>
internal sealed class TypeFiles
{
    public SourceLocation Spot { get; set; }

    public IReadOnlyList<string> Paths { get; set; } = [];

    /// <summary>Name of their code page; null: detected from their bytes.</summary>
    public string? Encoding { get; set; }
}
