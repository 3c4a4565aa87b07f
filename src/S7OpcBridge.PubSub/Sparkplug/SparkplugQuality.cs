namespace S7OpcBridge.PubSub.Sparkplug;

/// <summary>Values of the property <c>Quality</c> (Sparkplug 3.0, 6.4.14): there are no others.</summary>
internal enum SparkplugQuality : ushort
{
    /// <summary>There is no value.</summary>
    Bad = 0,

    /// <summary>The value is confirmed.</summary>
    Good = 192,

    /// <summary>The value is not confirmed at present.</summary>
    Stale = 500,
}
