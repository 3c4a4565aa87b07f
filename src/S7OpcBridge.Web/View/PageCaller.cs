using System.Net;

namespace S7OpcBridge.Web;

/// <summary>Who asks a command to do something with a tag or an alarm, whose permissions then decide as over OPC UA.</summary>
/// <param name="User">The user.</param>
/// <param name="Roles">The roles that the user has on pages.</param>
/// <param name="Remote">Where the request came from; null: not known.</param>
/// <param name="IsEncrypted">True over https, or from this machine.</param>
public sealed record PageCaller(string User, IReadOnlyList<string> Roles, EndPoint? Remote, bool IsEncrypted);
