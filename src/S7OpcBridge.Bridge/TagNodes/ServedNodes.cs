using S7OpcBridge.Bridge.Nodes;
using S7OpcBridge.Core;
using S7OpcBridge.OpcUa.Server;

namespace S7OpcBridge.Bridge.TagNodes;

/// <summary>The present tag nodes; a reload replaces them. Thread-safe.</summary>
/// <param name="namespaceUri">URI of namespace 2.</param>
/// <param name="permissions">The permissions without a rule in the map; null: permissions are not checked.</param>
internal sealed class ServedNodes(string namespaceUri, PermissionSet? permissions)
{
    private readonly StatusRows _rows = new();
    private TagAddressSpace? _current;
    private uint[] _versions = [];

    /// <summary>The present nodes.</summary>
    public TagAddressSpace Current => Volatile.Read(ref _current)!;

    /// <summary>Index after the last table row that present or earlier nodes use.</summary>
    public int RowEnd => _rows.End;

    /// <summary>Makes the nodes of the first map.</summary>
    public void Begin(TagMap map)
    {
        _versions = Enumerable.Repeat(1u, map.Plcs.Length).ToArray();
        Volatile.Write(ref _current, new TagAddressSpace(map, namespaceUri, _versions, permissions, _rows));
    }

    /// <summary>Makes the nodes of another map without serving them yet.</summary>
    /// <param name="changedPlcs">PLCs with changes below them, whose NodeVersion increases.</param>
    public TagAddressSpace Prepare(TagMap map, IReadOnlySet<int> changedPlcs)
    {
        var versions = new uint[map.Plcs.Length];
        for (var plc = 0; plc < versions.Length; plc++)
            versions[plc] = (plc < _versions.Length ? _versions[plc] : 0) + (plc >= _versions.Length || changedPlcs.Contains(plc) ? 1u : 0);
        _versions = versions;
        return new TagAddressSpace(map, namespaceUri, versions, permissions, _rows);
    }

    /// <summary>Serves these nodes from now on.</summary>
    public void Replace(TagAddressSpace nodes) => Volatile.Write(ref _current, nodes);
}
