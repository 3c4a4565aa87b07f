using S7OpcBridge.OpcUa.Server.Subscriptions.Delivery;

namespace S7OpcBridge.OpcUa.Server;

/// <summary>Raises events, for the stack and the application. Any thread; never waits for a client.</summary>
public sealed class UaEvents
{
    private readonly EventListeners _listeners;

    internal UaEvents(EventListeners listeners) => _listeners = listeners;

    /// <summary>True while there are monitored items for events; otherwise the fields of events need not be made.</summary>
    internal bool IsListened => _listeners.Any;

    /// <summary>True while a session that may see audit events has such items.</summary>
    internal bool IsAudited => _listeners.AnyAuditor;

    internal EventListeners Listeners => _listeners;

    /// <summary>Raises an event; does nothing without listeners.</summary>
    public void Raise(UaEvent happened)
    {
        if (_listeners.Any)
            _listeners.Deliver(happened);
    }

    /// <summary>Raises a SystemStatusChangeEventType (OPC 10000-5, 6.4.31): the server starts or stops.</summary>
    internal void RaiseState(ServerState state, ushort severity, string message) =>
        Raise(
            new UaEvent(Ids.SystemStatusChangeEventType, Ids.Server, "Server", severity, message)
            {
                Fields = [("SystemState", Variant.From((int)state))],
            }
        );

    /// <summary>
    /// Raises a GeneralModelChangeEventType (OPC 10000-5, 6.4.32). To be called once per reload with all its changes, after the new nodes are in place and
    /// NodeVersion properties have new values. A node added below a PLC is a ReferenceAdded of its parent and a NodeAdded of its own.
    /// </summary>
    public void RaiseModelChange(IReadOnlyList<ModelChange> changes)
    {
        if (changes.Count == 0 || !_listeners.Any)
            return;
        var structures = new ExtensionObject[changes.Count];
        for (var i = 0; i < structures.Length; i++)
        {
            structures[i] = ExtensionObject.From(
                new ModelChangeStructureDataType
                {
                    Affected = changes[i].Affected,
                    AffectedType = changes[i].AffectedType,
                    Verb = (byte)changes[i].Verb,
                }
            );
        }

        Raise(
            new UaEvent(
                Ids.GeneralModelChangeEventType,
                Ids.Server,
                "Server",
                EventSeverity.Notice,
                $"The address space has changed in {changes.Count} places; browse the affected nodes anew."
            )
            {
                Fields = [("Changes", Variant.FromArray(BuiltInType.ExtensionObject, structures))],
            }
        );
    }
}
