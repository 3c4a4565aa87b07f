using System.Numerics;
using S7OpcBridge.OpcUa.Server.Variables;

namespace S7OpcBridge.OpcUa.Server.Subscriptions.Items;

/// <summary>
/// The deadband of OPC 10000-4, 7.22.2: a number passes when it differs from the last queued one by more than the deadband; an array when one of its elements
/// does, or its length. Integers are subtracted exactly before they become a Double. With a NaN any change of the bits passes.
/// </summary>
internal static class Deadband
{
    /// <summary>True for a change that exceeds the deadband.</summary>
    public static bool Exceeds(in Sample last, in Sample next, double deadband)
    {
        if (last.ValueType != next.ValueType || last.Shared is null != next.Shared is null)
            return true;
        if (last.Shared is null)
            return Exceeds(last.Type, last.Bits, next.Bits, deadband);
        return last.Shared != next.Shared && Exceeds(last.Shared.Value, next.Shared!.Value, deadband);
    }

    private static bool Exceeds(BuiltInType type, long last, long next, double deadband)
    {
        if (last == next)
            return false;
        return type switch
        {
            BuiltInType.Float => Exceeds(BitConverter.Int32BitsToSingle((int)last), BitConverter.Int32BitsToSingle((int)next), deadband),
            BuiltInType.Double => Exceeds(BitConverter.Int64BitsToDouble(last), BitConverter.Int64BitsToDouble(next), deadband),
            BuiltInType.UInt64 => Distance((ulong)last, (ulong)next) > deadband,
            >= BuiltInType.SByte and <= BuiltInType.Int64 => Distance(last, next) > deadband,
            _ => true,
        };
    }

    // The caller has seen that the bits differ. Infinity minus the other infinity exceeds any deadband; infinity minus itself does not come here.
    private static bool Exceeds(double last, double next, double deadband) =>
        double.IsNaN(last) || double.IsNaN(next) || Math.Abs(next - last) > deadband;

    private static double Distance(long last, long next) => last > next ? (ulong)last - (ulong)next : (ulong)next - (ulong)last;

    private static double Distance(ulong last, ulong next) => last > next ? last - next : next - last;

    // By the type in the variant and not by the array's: to the runtime a byte[] is an sbyte[] too.
    private static bool Exceeds(in Variant last, in Variant next, double deadband)
    {
        if (last.Reference is null || next.Reference is null)
            return !ReferenceEquals(last.Reference, next.Reference);
        return last.Type switch
        {
            BuiltInType.SByte => Exceeds<sbyte>(last, next, deadband),
            BuiltInType.Byte => Exceeds<byte>(last, next, deadband),
            BuiltInType.Int16 => Exceeds<short>(last, next, deadband),
            BuiltInType.UInt16 => Exceeds<ushort>(last, next, deadband),
            BuiltInType.Int32 => Exceeds<int>(last, next, deadband),
            BuiltInType.UInt32 => Exceeds<uint>(last, next, deadband),
            BuiltInType.Int64 => Exceeds<long>(last, next, deadband),
            BuiltInType.UInt64 => Exceeds<ulong>(last, next, deadband),
            BuiltInType.Float => Exceeds((float[])last.Reference, (float[])next.Reference, deadband),
            BuiltInType.Double => Exceeds((double[])last.Reference, (double[])next.Reference, deadband),
            _ => true,
        };
    }

    private static bool Exceeds<T>(in Variant lastArray, in Variant nextArray, double deadband)
        where T : struct, IBinaryInteger<T>
    {
        var (last, next) = ((T[])lastArray.Reference!, (T[])nextArray.Reference!);
        if (last.Length != next.Length)
            return true;
        for (var i = 0; i < last.Length; i++)
        {
            if (Exceeds(lastArray.Type, long.CreateTruncating(last[i]), long.CreateTruncating(next[i]), deadband))
                return true;
        }

        return false;
    }

    private static bool Exceeds(float[] last, float[] next, double deadband)
    {
        if (last.Length != next.Length)
            return true;
        for (var i = 0; i < last.Length; i++)
        {
            if (
                BitConverter.SingleToInt32Bits(last[i]) != BitConverter.SingleToInt32Bits(next[i])
                && Exceeds((double)last[i], next[i], deadband)
            )
                return true;
        }

        return false;
    }

    private static bool Exceeds(double[] last, double[] next, double deadband)
    {
        if (last.Length != next.Length)
            return true;
        for (var i = 0; i < last.Length; i++)
        {
            if (BitConverter.DoubleToInt64Bits(last[i]) != BitConverter.DoubleToInt64Bits(next[i]) && Exceeds(last[i], next[i], deadband))
                return true;
        }

        return false;
    }
}
