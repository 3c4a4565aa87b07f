namespace S7OpcBridge.Web.Actions;

/// <summary>Who may do something. Beyond Permission the names are those of the roles.</summary>
internal enum Right
{
    /// <summary>Everybody who can open the page.</summary>
    Everybody,

    /// <summary>Everybody who may look at the page: beyond loopback whoever has logged in.</summary>
    Reader,

    /// <summary>Whoever has logged in.</summary>
    LoggedIn,

    /// <summary>Whoever has logged in, for what is the user's own.</summary>
    Oneself,

    /// <summary>
    /// Whoever has logged in and has the permission at the tag or alarm: the roles that may are those of OPC UA, also by <c>permissions</c> of the map.
    /// </summary>
    Permission,

    /// <summary>Values and alarms.</summary>
    Operator,

    /// <summary>Shelving of alarms.</summary>
    Supervisor,

    /// <summary>The map.</summary>
    ConfigureAdmin,

    /// <summary>Certificates and users.</summary>
    SecurityAdmin,
}
