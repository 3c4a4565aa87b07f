using S7OpcBridge.OpcUa.Server.Subscriptions;

namespace S7OpcBridge.OpcUa.Server;

/// <summary>Where events are raised, by the stack and by whoever plugs nodes into it. May be called from any thread; it never waits for a client.</summary>
public sealed class UaEvents
{
    private readonly EventListeners _listeners;

    internal UaEvents(EventListeners listeners) => _listeners = listeners;

    /// <summary>True while somebody listens to events: what is costly to put into one is prepared only then.</summary>
    public bool IsListened => _listeners.Any;

    /// <summary>True while somebody listens who may see the events of the audit.</summary>
    internal bool IsAudited => _listeners.AnyAuditor;

    internal EventListeners Listeners => _listeners;

    /// <summary>Raises an event; costs nothing when nobody listens.</summary>
    public void Raise(UaEvent happened)
    {
        if (_listeners.Any)
            _listeners.Deliver(happened);
    }

    /// <summary>
    /// Tells that nodes came, went or changed (GeneralModelChangeEventType, OPC 10000-5, 6.4.32). To be called after the new nodes are plugged in, once per
    /// reload with all its changes: a node that has the property NodeVersion shows a new one by then. What was added below a PLC is a ReferenceAdded of the
    /// node that has it, and a NodeAdded of its own.
    /// </summary>
    public void RaiseModelChange(IReadOnlyList<ModelChange> changes)
    {
        if (changes.Count == 0 || !_listeners.Any)
            return;
        var structures = new ExtensionObject[changes.Count];
        for (var i = 0; i < structures.Length; i++)
        {
            structures[i] = ExtensionObject.Of(new ModelChangeStructureDataType
            {
                Affected = changes[i].Affected,
                AffectedType = changes[i].AffectedType,
                Verb = (byte)changes[i].Verb,
            });
        }

        Raise(new UaEvent(Ids.GeneralModelChangeEventType, Ids.Server, "Server", EventSeverity.Notice,
            $"The address space has changed in {changes.Count} places; browse the affected nodes anew.")
        {
            Fields = [("Changes", Variant.OfArray(BuiltInType.ExtensionObject, structures))],
        });
    }
}
