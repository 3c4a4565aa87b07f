using System.Net;
using System.Text;
using S7OpcBridge.S7;

namespace S7OpcBridge.Simulator;

/// <summary>The options of a soft PLC. Immutable.</summary>
public sealed record SoftPlcOptions
{
    /// <summary>Name in messages and in the identity of the PLC.</summary>
    public string Name { get; init; } = "SoftPLC";

    /// <summary>Its behaviour; default: <see cref="CpuBehaviors.Generic"/>.</summary>
    public CpuBehavior Behavior { get; init; } = CpuBehaviors.Generic;

    /// <summary>Address to listen on; default: loopback.</summary>
    public IPAddress Address { get; init; } = IPAddress.Loopback;

    /// <summary>TCP port, 0–65535; default 0: a free one.</summary>
    public int Port { get; init; }

    /// <summary>Its memory; null: a new one of the default sizes, without data blocks.</summary>
    public PlcMemory? Memory { get; init; }

    /// <summary>Its S7CommPlus side, on the same port; null: only classic S7.</summary>
    public SoftPlusOptions? Plus { get; init; }

    /// <summary>Its response times; default: no delay.</summary>
    public PlcSpeed Speed { get; init; } = PlcSpeed.None;

    /// <summary>Faults to simulate; null: none.</summary>
    public FaultScript? Script { get; init; }

    /// <summary>Default time between two ticks of a signal, at least 1 ms.</summary>
    public TimeSpan ShapePeriod { get; init; } = TimeSpan.FromMilliseconds(100);

    /// <summary>Code page and time zone of simulated texts and dates; default: Latin-1 and UTC.</summary>
    public S7CodecOptions Codec { get; init; } = new(Encoding.Latin1, TimeZoneInfo.Utc);
}
