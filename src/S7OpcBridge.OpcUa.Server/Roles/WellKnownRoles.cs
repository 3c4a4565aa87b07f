namespace S7OpcBridge.OpcUa.Server;

/// <summary>A set of roles, each a bit: the well-known ones of OPC 10000-3, 4.9.2, and behind them those that a <see cref="RoleDirectory"/> gives bits to.</summary>
[Flags]
public enum WellKnownRoles : uint
{
    /// <summary>None of them.</summary>
    None = 0,

    /// <summary>Everybody has this one.</summary>
    Anonymous = 1,

    /// <summary>Everybody who has logged in has this one.</summary>
    AuthenticatedUser = 1 << 1,

    /// <summary>Looks.</summary>
    Observer = 1 << 2,

    /// <summary>Runs the plant.</summary>
    Operator = 1 << 3,

    /// <summary>Changes the plant.</summary>
    Engineer = 1 << 4,

    /// <summary>Watches over operators.</summary>
    Supervisor = 1 << 5,

    /// <summary>Changes the configuration.</summary>
    ConfigureAdmin = 1 << 6,

    /// <summary>Manages certificates and users.</summary>
    SecurityAdmin = 1 << 7,
}
