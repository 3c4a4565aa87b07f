using S7OpcBridge.Core;

namespace S7OpcBridge.Cluster.TagLists;

/// <summary>The tag lists of all PLCs of a map. Immutable.</summary>
internal sealed class MapTags
{
    private readonly Dictionary<string, PlcTagList> _byName = new(StringComparer.Ordinal);
    private readonly PlcTagList?[] _byPlc;
    private readonly int[] _placeOf;

    public MapTags(TagMap map)
    {
        Map = map;
        _byPlc = new PlcTagList?[map.Plcs.Length];
        _placeOf = new int[map.Tags.Length];
        var groups = map.ScanGroups.Where(static group => !group.IsGone).ToLookup(static group => group.Plc, static group => group.Index);
        foreach (var plc in map.Plcs)
        {
            if (plc.IsGone)
                continue;
            var own = groups[plc.Index].OrderBy(group => map.ScanGroups[group].Name, StringComparer.Ordinal).ToArray();
            var list = PlcTagList.From(map, plc.Index, own);
            (_byPlc[plc.Index], _byName[plc.Name]) = (list, list);
            for (var place = 0; place < list.Ids.Length; place++)
                _placeOf[list.Ids[place]] = place;
        }
    }

    public TagMap Map { get; }

    /// <summary>Hash of all lists, whatever the order of the PLCs.</summary>
    public ulong Hash
    {
        get
        {
            var hash = new TagHash();
            foreach (var list in _byName.Values.OrderBy(static list => list.Name, StringComparer.Ordinal))
            {
                hash.Add(list.Name);
                hash.Add(list.Hash);
            }
            return hash.Value;
        }
    }

    public IEnumerable<PlcTagList> Plcs => _byName.Values;

    public PlcTagList? ForPlc(int plc) => (uint)plc < (uint)_byPlc.Length ? _byPlc[plc] : null;

    public PlcTagList? Find(string plc) => _byName.GetValueOrDefault(plc);

    /// <summary>The place of a tag in its PLC's list; 0 for a tag that is gone.</summary>
    public int PlaceOf(int tag) => _placeOf[tag];
}
