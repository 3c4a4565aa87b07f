namespace S7OpcBridge.Core;

/// <summary>The quality of a value and its cause (docs/quality.md). The Bridge room translates it to OPC UA status codes.</summary>
public enum TagQuality : byte
{
    /// <summary>Never read yet.</summary>
    WaitingForInitialData,

    /// <summary>Confirmed by the PLC.</summary>
    Good,

    /// <summary>Link down, the last value is still shown.</summary>
    LinkDownLastValue,

    /// <summary>Link down for longer than <c>stale</c>, or nothing known: no value.</summary>
    LinkDown,

    /// <summary>Link up, but not confirmed for max(3 × scan, timeout): last value.</summary>
    NotConfirmed,

    /// <summary>CPU in STOP: last value.</summary>
    CpuStopped,

    /// <summary>The PLC is disabled: no value.</summary>
    OutOfService,

    /// <summary>The map and the PLC disagree (item 05, 06, 07, 0A; header 8104): no value.</summary>
    ConfigurationError,

    /// <summary>The PLC's protection refuses this item (03): no value.</summary>
    NotReadable,

    /// <summary>Hardware fault (01): no value.</summary>
    DeviceFailure,

    /// <summary>The bytes are no value of the type: no value.</summary>
    DecodingError,

    /// <summary>The analog module says that it measures nothing (7FFF, 8000), and the map wants to know (<c>analogFaults</c>): no value.</summary>
    SensorFailure,

    /// <summary>The data block was downloaded anew with another layout, and the tag may lie elsewhere: last value, nothing is read.</summary>
    LayoutChanged,
}
