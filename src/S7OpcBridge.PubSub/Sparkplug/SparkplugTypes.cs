using S7OpcBridge.OpcUa;

namespace S7OpcBridge.PubSub.Sparkplug;

/// <summary>The types and qualities of OPC UA in Sparkplug.</summary>
internal static class SparkplugTypes
{
    /// <summary>The type of a metric; <see cref="SparkplugType.Unknown"/>: Sparkplug has none for it.</summary>
    public static SparkplugType Of(BuiltInType type, bool isArray) =>
        (type, isArray) switch
        {
            (BuiltInType.Boolean, false) => SparkplugType.Boolean,
            (BuiltInType.SByte, false) => SparkplugType.Int8,
            (BuiltInType.Byte, false) => SparkplugType.UInt8,
            (BuiltInType.Int16, false) => SparkplugType.Int16,
            (BuiltInType.UInt16, false) => SparkplugType.UInt16,
            (BuiltInType.Int32, false) => SparkplugType.Int32,
            (BuiltInType.UInt32, false) => SparkplugType.UInt32,
            (BuiltInType.Int64, false) => SparkplugType.Int64,
            (BuiltInType.UInt64, false) => SparkplugType.UInt64,
            (BuiltInType.Float, false) => SparkplugType.Float,
            (BuiltInType.Double, false) => SparkplugType.Double,
            (BuiltInType.String, false) => SparkplugType.String,
            (BuiltInType.DateTime, false) => SparkplugType.DateTime,
            (BuiltInType.Guid, false) => SparkplugType.Uuid,
            (BuiltInType.ByteString, false) => SparkplugType.Bytes,
            (BuiltInType.Boolean, true) => SparkplugType.BooleanArray,
            (BuiltInType.SByte, true) => SparkplugType.Int8Array,
            (BuiltInType.Byte, true) => SparkplugType.UInt8Array,
            (BuiltInType.Int16, true) => SparkplugType.Int16Array,
            (BuiltInType.UInt16, true) => SparkplugType.UInt16Array,
            (BuiltInType.Int32, true) => SparkplugType.Int32Array,
            (BuiltInType.UInt32, true) => SparkplugType.UInt32Array,
            (BuiltInType.Int64, true) => SparkplugType.Int64Array,
            (BuiltInType.UInt64, true) => SparkplugType.UInt64Array,
            (BuiltInType.Float, true) => SparkplugType.FloatArray,
            (BuiltInType.Double, true) => SparkplugType.DoubleArray,
            (BuiltInType.String, true) => SparkplugType.StringArray,
            (BuiltInType.DateTime, true) => SparkplugType.DateTimeArray,
            _ => SparkplugType.Unknown,
        };

    /// <summary>The quality of a status. A value that is not confirmed at present is stale, whether there is one or not.</summary>
    public static SparkplugQuality QualityOf(StatusCode status) =>
        status.IsGood ? SparkplugQuality.Good
        : !status.IsBad || status == StatusCodes.BadNoCommunication || status == StatusCodes.BadWaitingForInitialData
            ? SparkplugQuality.Stale
        : SparkplugQuality.Bad;

    /// <summary>Milliseconds since 1970 of a time in OPC UA ticks.</summary>
    public static long Milliseconds(long uaTicks)
    {
        var (whole, rest) = Math.DivRem(UaTime.ToTicks(uaTicks) - DateTime.UnixEpoch.Ticks, TimeSpan.TicksPerMillisecond);
        return rest < 0 ? whole - 1 : whole;
    }
}
