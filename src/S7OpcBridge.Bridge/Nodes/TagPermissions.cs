using S7OpcBridge.Core;
using S7OpcBridge.OpcUa.Server;

namespace S7OpcBridge.Bridge.Nodes;

/// <summary>
/// The permissions of roles for tags and folders, from the rules of the map. Equal sets share one object and each tag stores only its index; without rules
/// nothing is stored.
/// </summary>
internal sealed class TagPermissions
{
    /// <summary>Name of a PLC's status folder in rules.</summary>
    private const string StatusFolder = "_Status";

    private static readonly (TagRights Right, NodePermissions Permission)[] Bits =
    [
        (TagRights.Browse, NodePermissions.Browse),
        (TagRights.Read, NodePermissions.Read | NodePermissions.ReadHistory),
        (TagRights.Write, NodePermissions.Write),
        (TagRights.Call, NodePermissions.Call),
    ];

    private readonly List<PermissionSet> _sets = [];
    private readonly ushort[] _ofTags = [],
        _ofFolders = [],
        _ofStatus = [];

    /// <param name="tree">Its folders.</param>
    /// <param name="defaults">The permissions without a rule; null: permissions are not checked.</param>
    public TagPermissions(TagMap map, TagTree tree, PermissionSet? defaults)
    {
        if (defaults is null || map.Plcs.All(plc => plc.IsGone || plc.Rights.IsEmpty))
            return;
        _sets.Add(defaults);
        _ofFolders = new ushort[tree.FolderCount];
        _ofStatus = new ushort[map.Plcs.Length];
        _ofTags = new ushort[map.Tags.Length];
        // A folder comes after the folder that contains it.
        for (var folder = 0; folder < tree.FolderCount; folder++)
        {
            var parent = tree.ParentOfFolder(folder);
            var path = tree.PathOf(folder);
            var slash = path.IndexOf('/');
            _ofFolders[folder] = Apply(
                map.Plcs[tree.PlcIndexOf(folder)],
                slash < 0 ? "" : path.AsSpan(slash + 1),
                parent < 0 ? (ushort)0 : _ofFolders[parent]
            );
        }
        foreach (var plc in map.Plcs)
            _ofStatus[plc.Index] = Apply(plc, StatusFolder, _ofFolders[plc.Index]);
        foreach (var tag in map.Listed)
            _ofTags[tag.Id] = Apply(map.Plcs[tag.Plc], tag.Name, _ofFolders[tree.ParentOfTag(tag.Id)]);
        // Done last, because members inherit from the folder and not from the structure's value.
        for (var folder = 0; folder < tree.FolderCount; folder++)
        {
            if (tree.StructureOf(folder) is >= 0 and var structure)
                _ofFolders[folder] = Narrowed(_ofFolders[folder], map.Structures[structure]);
        }
    }

    public PermissionSet? ForTag(int tag) => _sets.Count == 0 ? null : _sets[_ofTags[tag]];

    public PermissionSet? ForFolder(int folder) => _sets.Count == 0 ? null : _sets[_ofFolders[folder]];

    /// <summary>Permissions of the _Status subtree of a PLC; -1: of the bridge.</summary>
    public PermissionSet? ForStatus(int plc) => _sets.Count == 0 ? null : _sets[plc < 0 ? 0 : _ofStatus[plc]];

    /// <summary>Permissions of the method that reloads the map: the defaults, but only ConfigureAdmin may call it.</summary>
    /// <param name="defaults">The permissions without a rule.</param>
    public static PermissionSet ForReload(PermissionSet defaults)
    {
        for (var bit = 0; bit < RoleDirectory.MaxRoles; bit++)
            defaults = defaults.With(
                (WellKnownRoles)(1u << bit),
                defaults.PermissionsOf((WellKnownRoles)(1u << bit)) & ~NodePermissions.Call
            );
        return defaults.With(WellKnownRoles.ConfigureAdmin, defaults.PermissionsOf(WellKnownRoles.ConfigureAdmin) | NodePermissions.Call);
    }

    private ushort Apply(PlcDefinition plc, ReadOnlySpan<char> path, ushort inherited)
    {
        var set = _sets[inherited];
        foreach (var rule in plc.Rights.Rules)
        {
            if (rule.Path.Matches(path))
                set = rule.Roles.Aggregate(
                    set,
                    static (sum, role) =>
                        sum.With(sum.BitOf(role.Role), PermissionsOf(role.Rights, sum.PermissionsOf(sum.BitOf(role.Role))))
                );
        }
        return ReferenceEquals(set, _sets[inherited]) ? inherited : NumberOf(set);
    }

    // The value of a structure contains all its members, so its permissions are those common to all of them.
    private ushort Narrowed(ushort own, in TagStructure structure)
    {
        var last = own;
        for (var tag = structure.FirstTag; tag < structure.FirstTag + structure.TagCount; tag++)
        {
            if (_ofTags[tag] == last)
                continue;
            last = _ofTags[tag];
            own = NumberOf(_sets[own].Within(_sets[last]));
        }
        return own;
    }

    private ushort NumberOf(PermissionSet set)
    {
        var number = _sets.FindIndex(set.IsSameAs);
        if (number >= 0)
            return (ushort)number;
        _sets.Add(set);
        return checked((ushort)(_sets.Count - 1));
    }

    // Rules of the map do not change the permission to read RolePermissions.
    private static NodePermissions PermissionsOf(TagRights rights, NodePermissions before)
    {
        var permissions = before & NodePermissions.ReadRolePermissions;
        foreach (var (right, permission) in Bits)
            permissions |= (rights & right) != 0 ? permission : NodePermissions.None;
        return permissions;
    }
}
