using S7OpcBridge.Core;

namespace S7OpcBridge.Bridge.Alarms;

/// <summary>Single bits of a value, counted as Siemens counts: from the lowest bit of the first element on.</summary>
internal static class ValueBits
{
    /// <summary>The bit; null where the value has no such bit.</summary>
    public static bool? BitOf(in TagValue value, int bit)
    {
        if (!value.IsArray)
            return value.Kind switch
            {
                TagValueKind.Boolean => bit == 0 ? value.Bits != 0 : null,
                >= TagValueKind.SByte and <= TagValueKind.UInt64 => bit < 64 ? ((value.Bits >> bit) & 1) != 0 : null,
                _ => null,
            };
        return value.Reference switch
        {
            ushort[] words => At(bit >> 4, words.Length) ? ((words[bit >> 4] >> (bit & 15)) & 1) != 0 : null,
            byte[] bytes => At(bit >> 3, bytes.Length) ? ((bytes[bit >> 3] >> (bit & 7)) & 1) != 0 : null,
            uint[] doubles => At(bit >> 5, doubles.Length) ? ((doubles[bit >> 5] >> (bit & 31)) & 1) != 0 : null,
            bool[] flags => At(bit, flags.Length) ? flags[bit] : null,
            short[] numbers => At(bit >> 4, numbers.Length) ? ((numbers[bit >> 4] >> (bit & 15)) & 1) != 0 : null,
            int[] numbers => At(bit >> 5, numbers.Length) ? ((numbers[bit >> 5] >> (bit & 31)) & 1) != 0 : null,
            sbyte[] numbers => At(bit >> 3, numbers.Length) ? ((numbers[bit >> 3] >> (bit & 7)) & 1) != 0 : null,
            ulong[] numbers => At(bit >> 6, numbers.Length) ? ((numbers[bit >> 6] >> (bit & 63)) & 1) != 0 : null,
            long[] numbers => At(bit >> 6, numbers.Length) ? ((numbers[bit >> 6] >> (bit & 63)) & 1) != 0 : null,
            _ => null,
        };
    }

    /// <summary>The number; null where the value is none.</summary>
    public static double? NumberOf(in TagValue value) =>
        value.IsArray
            ? null
            : value.Kind switch
            {
                TagValueKind.Single => BitConverter.Int32BitsToSingle((int)value.Bits),
                TagValueKind.Double or TagValueKind.Duration => BitConverter.Int64BitsToDouble(value.Bits),
                TagValueKind.UInt64 => (ulong)value.Bits,
                >= TagValueKind.SByte and <= TagValueKind.Int64 => value.Bits,
                _ => null,
            };

    private static bool At(int element, int length) => (uint)element < (uint)length;
}
