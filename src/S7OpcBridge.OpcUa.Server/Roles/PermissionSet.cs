using System.Numerics;
using S7OpcBridge.OpcUa.Server.Roles;

namespace S7OpcBridge.OpcUa.Server;

/// <summary>What each role may do with a node. Immutable; shared by many nodes.</summary>
public sealed class PermissionSet
{
    private const int Roles = RoleDirectory.MaxRoles;

    /// <summary>Nobody may do anything.</summary>
    public static readonly PermissionSet None = new(new NodePermissions[Roles], 0, null);

    /// <summary>
    /// Permissions of the server's own nodes: every session may browse and read them, receive their events, and call the methods about its own subscriptions.
    /// Only SecurityAdmin may read their role permissions.
    /// </summary>
    public static readonly PermissionSet OfServer = None.With(
            WellKnownRoles.Anonymous,
            NodePermissions.Browse | NodePermissions.Read | NodePermissions.Call | NodePermissions.ReceiveEvents
        )
        .With(WellKnownRoles.SecurityAdmin, NodePermissions.ReadRolePermissions);

    /// <summary>
    /// Permissions of nodes that show or change permissions: everybody may browse them, only SecurityAdmin on an encrypted channel may use them.
    /// </summary>
    internal static readonly PermissionSet OfSecurity = (
        None.With(WellKnownRoles.Anonymous, NodePermissions.Browse)
            .With(WellKnownRoles.SecurityAdmin, NodePermissions.All | NodePermissions.ReadRolePermissions)
    ).OnEncryptedChannels();

    /// <summary>Permissions of nodes that only SecurityAdmin may browse, and use on an encrypted channel (OPC 10000-18, 4.4.1; OPC 10000-12, 7.10.4).</summary>
    internal static readonly PermissionSet OfSecurityAdmin = None.With(
            WellKnownRoles.SecurityAdmin,
            NodePermissions.All | NodePermissions.ReadRolePermissions
        )
        .OnEncryptedChannels();

    private const ushort EncryptionRequired = 2; // AccessRestrictionType, OPC 10000-3, 8.56

    private readonly NodePermissions[] _ofRoles;
    private readonly RoleDirectory? _directory;
    private ExtensionObject[]? _shown;

    private PermissionSet(NodePermissions[] ofRoles, ushort restrictions, RoleDirectory? directory) =>
        (_ofRoles, AccessRestrictions, _directory) = (ofRoles, restrictions, directory);

    /// <summary>The AccessRestrictions attribute.</summary>
    internal ushort AccessRestrictions { get; }

    /// <summary>True where the node may only be used on channels that encrypt.</summary>
    internal bool NeedsEncryption => (AccessRestrictions & EncryptionRequired) != 0;

    /// <summary>The same permissions for every role.</summary>
    public static PermissionSet ForEverybody(NodePermissions permissions) => None.With(WellKnownRoles.Anonymous, permissions);

    /// <summary>The same, with a directory of further roles, whose nodes the RolePermissions attribute needs.</summary>
    public PermissionSet Naming(RoleDirectory directory) => new(_ofRoles, AccessRestrictions, directory);

    /// <summary>The bit of a role; <see cref="WellKnownRoles.None"/>: there is no such role.</summary>
    public WellKnownRoles BitOf(string role) => _directory?.BitOf(role) ?? RoleTable.BitOf(role);

    /// <summary>The permissions of several roles together: the union.</summary>
    public NodePermissions PermissionsOf(WellKnownRoles roles)
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

    /// <summary>The same without reading and writing where the other set does not allow it: a structure allows no more than each of its members.</summary>
    public PermissionSet Within(PermissionSet part)
    {
        var narrowed = (NodePermissions[])_ofRoles.Clone();
        for (var role = 0; role < Roles; role++)
            narrowed[role] &= part._ofRoles[role] | ~(NodePermissions.Read | NodePermissions.ReadHistory | NodePermissions.Write);
        return new PermissionSet(narrowed, AccessRestrictions, _directory);
    }

    /// <summary>True if both give every role the same permissions.</summary>
    public bool IsSameAs(PermissionSet other) =>
        AccessRestrictions == other.AccessRestrictions && _ofRoles.AsSpan().SequenceEqual(other._ofRoles);

    /// <summary>The RolePermissions attribute, without roles that have no permission.</summary>
    internal Variant RolePermissions =>
        Variant.FromArray(
            BuiltInType.ExtensionObject,
            _directory is null ? _shown ??= EntriesOf((WellKnownRoles)uint.MaxValue) : EntriesOf((WellKnownRoles)uint.MaxValue)
        );

    /// <summary>The UserRolePermissions attribute for a user with these roles.</summary>
    internal Variant UserRolePermissions(WellKnownRoles roles) => Variant.FromArray(BuiltInType.ExtensionObject, EntriesOf(roles));

    private ExtensionObject[] EntriesOf(WellKnownRoles roles)
    {
        var entries = new List<ExtensionObject>(Roles);
        foreach (var (role, _, id, _) in RoleTable.All)
        {
            if ((roles & role) != 0 && PermissionsOf(role) is not NodePermissions.None and var permissions)
                entries.Add(ExtensionObject.From(new RolePermissionType { RoleId = id, Permissions = (uint)permissions }));
        }

        foreach (var (role, id) in _directory?.Declared ?? [])
        {
            if ((roles & role) != 0 && PermissionsOf(role) is not NodePermissions.None and var permissions)
                entries.Add(ExtensionObject.From(new RolePermissionType { RoleId = id, Permissions = (uint)permissions }));
        }

        return [.. entries];
    }

    /// <summary>The same, on channels that encrypt only.</summary>
    internal PermissionSet OnEncryptedChannels() => new(_ofRoles, EncryptionRequired, _directory);
}
