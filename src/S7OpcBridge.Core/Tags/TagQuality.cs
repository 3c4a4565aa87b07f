namespace S7OpcBridge.Core;

/// <summary>The quality of a value and its cause (docs/quality.md). The Bridge room translates it to OPC UA status codes.</summary>
public enum TagQuality : byte
{
    /// <summary>Not read yet.</summary>
    WaitingForInitialData,

    /// <summary>Confirmed by the PLC.</summary>
    Good,

    /// <summary>Link down; the last value is kept.</summary>
    LinkDownLastValue,

    /// <summary>Link down for longer than <c>stale</c>, or no value known: no value.</summary>
    LinkDown,

    /// <summary>Link up, but not confirmed for max(3 × scan, timeout): the last value is kept.</summary>
    NotConfirmed,

    /// <summary>CPU in STOP: the last value is kept.</summary>
    CpuStopped,

    /// <summary>The PLC is disabled: no value.</summary>
    OutOfService,

    /// <summary>The map and the PLC disagree (item 05, 06, 07, 0A; header 8104): no value.</summary>
    ConfigurationError,

    /// <summary>The PLC's protection refuses this item (03): no value.</summary>
    NotReadable,

    /// <summary>Hardware fault (01): no value.</summary>
    DeviceFailure,

    /// <summary>The bytes are not valid for the type: no value.</summary>
    DecodingError,

    /// <summary>The analog module reports a fault (7FFF, 8000) and the map sets <c>analogFaults</c>: no value.</summary>
    SensorFailure,

    /// <summary>The data block was downloaded with another layout, so the address may be wrong: the last value is kept, nothing is read.</summary>
    LayoutChanged,
}
