namespace S7OpcBridge.Web.Actions;

/// <summary>Who may do something. Beyond the first two the names are those of the roles.</summary>
internal enum Right
{
    /// <summary>Everybody who can open the page.</summary>
    Everybody,

    /// <summary>Whoever has logged in.</summary>
    LoggedIn,

    /// <summary>Values and alarms.</summary>
    Operator,

    /// <summary>Shelving of alarms.</summary>
    Supervisor,

    /// <summary>The map.</summary>
    ConfigureAdmin,

    /// <summary>Certificates and users.</summary>
    SecurityAdmin,
}
