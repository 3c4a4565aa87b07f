using S7OpcBridge.Core;
using S7OpcBridge.Map.RawConfig.Plcs;
using S7OpcBridge.S7;
using S7OpcBridge.Words;

namespace S7OpcBridge.Map.Compiling.Checks;

/// <summary>
/// Finds permission rules that have no effect: rules that match nothing, and rules that later ones override completely. Such a rule would grant or deny less
/// than its author expects.
/// </summary>
internal sealed class RightsChecks(RawPlc plc, FindingList findings)
{
    private const string StatusFolder = "_Status";
    private readonly HashSet<(int Rule, string Role)> _effective = [];
    private readonly bool[] _matched = new bool[plc.Rights.Count];
    private readonly Dictionary<string, int> _last = [];

    /// <summary>Checks the rules against the tags of the PLC. What is below a symbol, only the CPU knows: a rule for that is taken as it is.</summary>
    public void Check(IEnumerable<Tag> tags, IReadOnlyCollection<SymbolEntry> symbols)
    {
        if (plc.Rights.Count == 0)
            return;
        var paths = new HashSet<string> { "", StatusFolder };
        foreach (var name in tags.Select(tag => tag.Name).Concat(symbols.Select(entry => entry.Path)))
        {
            paths.Add(name);
            for (var slash = name.LastIndexOf('/'); slash > 0 && paths.Add(name[..slash]); )
                slash = name.LastIndexOf('/', slash - 1);
        }
        string[] open = [.. symbols.Where(entry => entry.IsBrowse || entry.Type.Kind == S7TypeKind.None).Select(entry => entry.Path)];
        foreach (var path in paths)
            Match(path);
        for (var i = 0; i < plc.Rights.Count; i++)
        {
            if (!Array.Exists(open, folder => plc.Rights[i].Path.MayMatchBelow(folder)))
                Report(i, plc.Rights[i], paths);
        }
    }

    private void Match(string path)
    {
        _last.Clear();
        for (var i = 0; i < plc.Rights.Count; i++)
        {
            if (!plc.Rights[i].Path.Matches(path))
                continue;
            _matched[i] = true;
            foreach (var (role, _) in plc.Rights[i].Roles)
                _last[role] = i;
        }
        foreach (var (role, rule) in _last)
            _effective.Add((rule, role));
    }

    private void Report(int index, RawRights rule, IReadOnlyCollection<string> paths)
    {
        if (!_matched[index])
            findings.Error(rule.Spot, $"the permissions of '{rule.Path}' match no folder or tag of '{plc.Name}'; {Hint(rule, paths)}");
        else if (rule.Roles.Count > 0 && rule.Roles.All(role => !_effective.Contains((index, role.Role))))
            findings.Warning(
                rule.Spot,
                $"the permissions of '{rule.Path}' have no effect: later rules override them completely; move them behind those, or "
                    + "remove them"
            );
    }

    private static string Hint(RawRights rule, IReadOnlyCollection<string> paths) =>
        NearestWord.Find(rule.Path.Text, paths.Where(path => path.Count('/') + 1 == rule.Path.Depth)) is { } near
            ? $"did you mean '{near}'?"
            : "write the path below the PLC, as a client sees it, with * for any part of a level";
}
