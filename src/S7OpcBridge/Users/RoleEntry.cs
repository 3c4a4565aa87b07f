using S7OpcBridge.OpcUa;

namespace S7OpcBridge;

/// <summary>A role as the users file has it: one of its own, or what a session needs to have a well-known one.</summary>
/// <param name="Configuration">Name, applications, endpoints.</param>
/// <param name="Like">The well-known role whose permissions it has where the map says nothing else; null: it has none.</param>
internal sealed record RoleEntry(RoleConfiguration Configuration, string? Like)
{
    /// <summary>Roles that another can be like.</summary>
    public static readonly string[] Models = [nameof(WellKnownRoles.Observer), nameof(WellKnownRoles.Operator), nameof(WellKnownRoles.Engineer), nameof(WellKnownRoles.Supervisor)];

    /// <summary>The name.</summary>
    public string Name => Configuration.Name;

    /// <summary>True for a role of its own.</summary>
    public bool IsCustom => !Role.AllNames.Contains(Name);
}
