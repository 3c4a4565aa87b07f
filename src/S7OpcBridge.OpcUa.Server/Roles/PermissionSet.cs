using System.Numerics;
using S7OpcBridge.OpcUa.Server.Roles;

namespace S7OpcBridge.OpcUa.Server;

/// <summary>What each role may do with a node. Immutable; thousands of nodes share one.</summary>
public sealed class PermissionSet
{
    private const int Roles = RoleDirectory.MaxRoles;

    /// <summary>Nobody may do anything.</summary>
    public static readonly PermissionSet None = new(new NodePermissions[Roles], 0, null);

    /// <summary>
    /// The server's own nodes: everybody who has a session may look at them, hear of its events, and ask about that session's own subscriptions. Who may
    /// do what is shown to those who decide it.
    /// </summary>
    public static readonly PermissionSet OfServer = None
        .With(WellKnownRoles.Anonymous, NodePermissions.Browse | NodePermissions.Read | NodePermissions.Call | NodePermissions.ReceiveEvents)
        .With(WellKnownRoles.SecurityAdmin, NodePermissions.ReadRolePermissions);

    /// <summary>Nodes that show or change who may do what: seen by everybody, the rest is for SecurityAdmin on an encrypted channel.</summary>
    public static readonly PermissionSet OfSecurity = (None
        .With(WellKnownRoles.Anonymous, NodePermissions.Browse)
        .With(WellKnownRoles.SecurityAdmin, NodePermissions.All | NodePermissions.ReadRolePermissions)).OnEncryptedChannels();

    /// <summary>Nodes that nobody but SecurityAdmin sees, and uses on an encrypted channel only (OPC 10000-18, 4.4.1; OPC 10000-12, 7.10.4).</summary>
    public static readonly PermissionSet OfSecurityAdmin = None
        .With(WellKnownRoles.SecurityAdmin, NodePermissions.All | NodePermissions.ReadRolePermissions).OnEncryptedChannels();

    private const ushort EncryptionRequired = 2; // AccessRestrictionType, OPC 10000-3, 8.56

    private readonly NodePermissions[] _ofRoles;
    private readonly RoleDirectory? _directory;
    private ExtensionObject[]? _shown;

    private PermissionSet(NodePermissions[] ofRoles, ushort restrictions, RoleDirectory? directory) => (_ofRoles, AccessRestrictions, _directory) = (ofRoles, restrictions, directory);

    /// <summary>The AccessRestrictions attribute.</summary>
    internal ushort AccessRestrictions { get; }

    /// <summary>True where the node may only be used on channels that encrypt.</summary>
    internal bool NeedsEncryption => (AccessRestrictions & EncryptionRequired) != 0;

    /// <summary>Everybody may do the same.</summary>
    public static PermissionSet OfEverybody(NodePermissions permissions) => None.With(WellKnownRoles.Anonymous, permissions);

    /// <summary>The same, knowing the nodes of further roles than the well-known ones, which the RolePermissions attribute needs.</summary>
    public PermissionSet Naming(RoleDirectory directory) => new(_ofRoles, AccessRestrictions, directory);

    /// <summary>The bit of a role; <see cref="WellKnownRoles.None"/>: there is no such role.</summary>
    public WellKnownRoles BitOf(string role) => _directory?.BitOf(role) ?? RoleTable.BitOf(role);

    /// <summary>What somebody with these roles may do: they add up.</summary>
    public NodePermissions Of(WellKnownRoles roles)
    {
        var sum = NodePermissions.None;
        for (var left = (uint)roles; left != 0; left &= left - 1)
            sum |= _ofRoles[BitOperations.TrailingZeroCount(left)];
        return sum;
    }

    /// <summary>The same with other permissions for some roles.</summary>
    public PermissionSet With(WellKnownRoles roles, NodePermissions permissions)
    {
        var changed = (NodePermissions[])_ofRoles.Clone();
        for (var left = (uint)roles; left != 0; left &= left - 1)
            changed[BitOperations.TrailingZeroCount(left)] = permissions;
        return new PermissionSet(changed, AccessRestrictions, _directory);
    }

    /// <summary>The same, but for reading and writing only where the other set allows it too: what a whole allows is no more than its part does.</summary>
    public PermissionSet Within(PermissionSet part)
    {
        var narrowed = (NodePermissions[])_ofRoles.Clone();
        for (var role = 0; role < Roles; role++)
            narrowed[role] &= part._ofRoles[role] | ~(NodePermissions.Read | NodePermissions.Write);
        return new PermissionSet(narrowed, AccessRestrictions, _directory);
    }

    /// <summary>True when both say the same of every role.</summary>
    public bool IsSameAs(PermissionSet other) => AccessRestrictions == other.AccessRestrictions && _ofRoles.AsSpan().SequenceEqual(other._ofRoles);

    /// <summary>The RolePermissions attribute: roles that may do nothing are not in it.</summary>
    internal Variant RolePermissions => Variant.OfArray(BuiltInType.ExtensionObject,
        _directory is null ? _shown ??= EntriesOf((WellKnownRoles)uint.MaxValue) : EntriesOf((WellKnownRoles)uint.MaxValue));

    /// <summary>The UserRolePermissions attribute of somebody with these roles.</summary>
    internal Variant UserRolePermissions(WellKnownRoles roles) => Variant.OfArray(BuiltInType.ExtensionObject, EntriesOf(roles));

    private ExtensionObject[] EntriesOf(WellKnownRoles roles)
    {
        var entries = new List<ExtensionObject>(Roles);
        foreach (var (role, _, id, _) in RoleTable.All)
        {
            if ((roles & role) != 0 && Of(role) is not NodePermissions.None and var permissions)
                entries.Add(ExtensionObject.Of(new RolePermissionType { RoleId = id, Permissions = (uint)permissions }));
        }

        foreach (var (role, id) in _directory?.Declared ?? [])
        {
            if ((roles & role) != 0 && Of(role) is not NodePermissions.None and var permissions)
                entries.Add(ExtensionObject.Of(new RolePermissionType { RoleId = id, Permissions = (uint)permissions }));
        }

        return [.. entries];
    }

    private PermissionSet OnEncryptedChannels() => new(_ofRoles, EncryptionRequired, _directory);
}
