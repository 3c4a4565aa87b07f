using S7OpcBridge.PubSub.Sparkplug;

namespace S7OpcBridge.PubSub.Commands;

/// <summary>A metric of Sparkplug that a host may write.</summary>
/// <param name="Topic">Topic of the commands to its device.</param>
/// <param name="Name">Its name there.</param>
/// <param name="Tag">Number of the tag.</param>
/// <param name="Plc">Number of its PLC.</param>
/// <param name="Type">Its type.</param>
internal readonly record struct WritableMetric(string Topic, string Name, int Tag, int Plc, SparkplugType Type);
