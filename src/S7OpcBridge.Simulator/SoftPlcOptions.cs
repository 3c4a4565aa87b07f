using System.Net;
using System.Text;
using S7OpcBridge.S7;

namespace S7OpcBridge.Simulator;

/// <summary>What a soft PLC is made from. Immutable.</summary>
public sealed record SoftPlcOptions
{
    /// <summary>Name in messages and in the identity that the PLC tells.</summary>
    public string Name { get; init; } = "SoftPLC";

    /// <summary>How it behaves; default: <see cref="CpuBehaviors.Generic"/>.</summary>
    public CpuBehavior Behavior { get; init; } = CpuBehaviors.Generic;

    /// <summary>Address to listen on; default: loopback.</summary>
    public IPAddress Address { get; init; } = IPAddress.Loopback;

    /// <summary>TCP port, 0–65535; 0, the default: a free one.</summary>
    public int Port { get; init; }

    /// <summary>Its memory; null: a new one of the default sizes, without data blocks.</summary>
    public PlcMemory? Memory { get; init; }

    /// <summary>Its S7CommPlus side, on the same port; null: it speaks classic S7 alone.</summary>
    public SoftPlusOptions? Plus { get; init; }

    /// <summary>How long it takes to answer; default: no time.</summary>
    public PlcSpeed Speed { get; init; } = PlcSpeed.None;

    /// <summary>Faults to play; null: none.</summary>
    public FaultScript? Script { get; init; }

    /// <summary>Time between two ticks of a shape that says nothing else, at least 1 ms.</summary>
    public TimeSpan ShapePeriod { get; init; } = TimeSpan.FromMilliseconds(100);

    /// <summary>Code page and time zone of shaped texts and dates; default: Latin-1 and UTC.</summary>
    public S7CodecOptions Codec { get; init; } = new(Encoding.Latin1, TimeZoneInfo.Utc);
}
