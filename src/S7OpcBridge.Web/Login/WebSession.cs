using System.Net;

namespace S7OpcBridge.Web.Login;

/// <summary>A browser in which a user has logged in.</summary>
/// <param name="user">The user.</param>
/// <param name="network">Where the login came from.</param>
/// <param name="token">What each change has to repeat; no other site can read it.</param>
/// <param name="number">By which administrators name it; it opens nothing.</param>
/// <param name="begun">Timestamp of the login.</param>
internal sealed class WebSession(PageUser user, IPAddress network, string token, int number, long begun)
{
    /// <summary>By which administrators name it; it opens nothing.</summary>
    public int Number => number;

    /// <summary>The user.</summary>
    public PageUser User => user;

    /// <summary>Where the login came from; an IPv6 /64 network is one.</summary>
    public IPAddress Network => network;

    /// <summary>What each change has to repeat; no other site can read it.</summary>
    public string Token => token;

    /// <summary>Timestamp of the login.</summary>
    public long Begun { get; } = begun;

    /// <summary>Timestamp of the last thing that the user did. Guarded by <see cref="WebSessions"/>.</summary>
    public long Touched { get; set; } = begun;
}
