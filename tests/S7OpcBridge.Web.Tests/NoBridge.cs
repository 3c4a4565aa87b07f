using System.Net;
using S7OpcBridge.Identity;
using S7OpcBridge.Pages;

namespace S7OpcBridge.Web.Tests;

/// <summary>What pages see and may do where no bridge runs.</summary>
internal static class NoBridge
{
    public static BridgeView View(TimeProvider time) =>
        new()
        {
            Time = time,
            Version = "0.0.0",
            Started = time.GetUtcNow(),
            Running = static () => throw new NotSupportedException(),
            Plcs = null!,
            Server = null!,
        };

    /// <summary>Logging in alone.</summary>
    public static BridgeCommands Commands(Logins logins, Action<string, EndPoint?, bool>? audit = null) =>
        new() { LogInAsync = PageLogins.Create(logins), AuditLogin = audit ?? (static (_, _, _) => { }) };
}
