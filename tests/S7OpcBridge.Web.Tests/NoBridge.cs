using System.Net;
using S7OpcBridge.Identity;
using S7OpcBridge.Map;
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

    /// <summary>A map that is not there.</summary>
    public static MapCommands Map { get; } =
        new()
        {
            Path = "/nowhere/map.yaml",
            Texts = static () => [],
            Files = static () => [],
            CodePages = static () => new CodePages(),
            Load = static _ => null,
            Examine = static _ => [],
            EffectOf = static _ => throw new NotSupportedException(),
            ReachAsync = static (_, _) => Task.FromResult(MapReach.Alone),
            Versions = new MapVersions("/nowhere/.versions", TimeProvider.System),
            AskReload = static _ => { },
        };

    /// <summary>Logging in alone.</summary>
    public static BridgeCommands Commands(Logins logins, Action<string, EndPoint?, bool>? audit = null) =>
        new() { LogInAsync = PageLogins.Create(logins), AuditLogin = audit ?? (static (_, _, _) => { }) };
}
