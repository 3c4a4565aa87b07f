using S7OpcBridge.OpcUa.Server.Access;
using S7OpcBridge.OpcUa.Server.Subscriptions.Delivery;

namespace S7OpcBridge.OpcUa.Server.Subscriptions.Monitoring;

/// <summary>What monitored items have to know of the session that they belong to; changes with its user.</summary>
internal sealed class SessionViewer
{
    /// <summary>What the user may see; null: everything.</summary>
    public SessionAccess? Access { get; set; }

    /// <summary>Whether the session may see audit events.</summary>
    public bool MayAudit { get; set; }

    /// <summary>The locales that the session has asked for, the preferred one first.</summary>
    public IReadOnlyList<string?> Locales { get; set; } = [];

    /// <summary>Its turns in the lane of events; inside the lane's gate only.</summary>
    public EventTurns Turns { get; } = new();
}
