using System.Runtime.CompilerServices;

namespace S7OpcBridge.OpcUa.Server.Conditions.Nodes;

/// <summary>
/// The permissions of the methods of a condition, from those of its source: who may write it or call methods may acknowledge, confirm and comment; only who
/// may call methods may shelve, enable and disable.
/// </summary>
internal static class ConditionPermissions
{
    private static readonly ConditionalWeakTable<PermissionSet, PermissionSet> Operating = [];

    /// <summary>The permissions of a method.</summary>
    /// <param name="ofSource">The permissions of the source; null: permissions are not checked.</param>
    /// <param name="name">Browse name of the method.</param>
    public static PermissionSet? ForMethod(PermissionSet? ofSource, string name) =>
        ofSource is not null && name is "Acknowledge" or "Confirm" or "AddComment" ? Operating.GetValue(ofSource!, ToOperate) : ofSource;

    private static PermissionSet ToOperate(PermissionSet set)
    {
        for (var bit = 0; bit < RoleDirectory.MaxRoles; bit++)
        {
            var role = (WellKnownRoles)(1u << bit);
            if ((set.PermissionsOf(role) & NodePermissions.Write) != 0)
                set = set.With(role, set.PermissionsOf(role) | NodePermissions.Call);
        }

        return set;
    }
}
