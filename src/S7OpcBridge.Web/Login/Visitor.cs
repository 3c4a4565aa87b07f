namespace S7OpcBridge.Web.Login;

/// <summary>Who asks.</summary>
/// <param name="User">The user.</param>
/// <param name="Roles">The roles that the user has now.</param>
/// <param name="Session">The session of the browser; null: name and password came with the request (Basic).</param>
internal sealed record Visitor(PageUser User, IReadOnlyList<string> Roles, WebSession? Session);
