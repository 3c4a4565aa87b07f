using System.Runtime.InteropServices;

namespace S7OpcBridge.OpcUa.Server.Variables;

/// <summary>A variable in the table, 24 bytes.</summary>
[StructLayout(LayoutKind.Sequential)]
internal struct VariableRow
{
    /// <summary>A scalar, as in <see cref="Variant.Bits"/>; kept while the status is Bad.</summary>
    public long Bits;

    /// <summary>OPC UA ticks.</summary>
    public long SourceTime;

    /// <summary>The status code.</summary>
    public uint Status;

    /// <summary>The group, whose server time is the variable's.</summary>
    public ushort Group;

    /// <summary>Built-in type of a scalar.</summary>
    public BuiltInType Type;

    /// <summary>The value is a <see cref="SharedValue"/>, stored outside the row.</summary>
    public bool IsShared;

    /// <summary>The value is a scalar and the status is not Bad.</summary>
    public readonly bool IsPlain => !IsShared && Status < 0x80000000;
}
