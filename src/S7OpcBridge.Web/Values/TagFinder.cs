using S7OpcBridge.Core;

namespace S7OpcBridge.Web.Values;

/// <summary>
/// Finds tags by name. What was found is remembered as long as the map stays the same, because a list of values is asked for again and again; there is no index
/// of all tags, which would cost memory that few need. Any thread.
/// </summary>
internal sealed class TagFinder(BridgeView view)
{
    private const int MostRemembered = 4096;

    private readonly Lock _gate = new();
    private readonly Dictionary<(string Plc, string Name), Tag?> _found = [];
    private TagMap? _map;

    /// <summary>The tag of a PLC with this path; null: there is none.</summary>
    public Tag? Find(string plc, string name) => Find([(plc, name)])[0];

    /// <summary>The tags of PLCs and paths, in this order; null: there is no such tag.</summary>
    public IReadOnlyList<Tag?> Find(IReadOnlyList<(string Plc, string Name)> names)
    {
        var map = view.Plcs.Map();
        lock (_gate)
        {
            if (!ReferenceEquals(_map, map) || _found.Count > MostRemembered)
                _found.Clear();
            _map = map;
            foreach (var plc in names.Where(name => !_found.ContainsKey(name)).GroupBy(static name => name.Plc).ToList())
                Search(map, plc.Key, [.. plc.Select(static name => name.Name)]);
            return [.. names.Select(name => _found[name])];
        }
    }

    private void Search(TagMap map, string plc, HashSet<string> names)
    {
        foreach (var name in names)
            _found[(plc, name)] = null;
        if (map.Plcs.FirstOrDefault(each => each.Name == plc && !each.IsGone) is not { } definition)
            return;
        // Paths are compared as the map stores them, so that no text is made for each of perhaps a million tags.
        var wanted = names.ToDictionary(static name => (TagPath)name);
        foreach (var tag in map.TagsOf(definition.Index))
        {
            if (wanted.Remove(tag.Path, out var name))
                _found[(plc, name)] = tag;
            if (wanted.Count == 0)
                return;
        }
    }
}
