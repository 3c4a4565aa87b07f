using S7OpcBridge.Map.Keys;
using S7OpcBridge.Map.Yaml;

namespace S7OpcBridge.Map.RawConfig.Mqtt;

/// <summary>The keys of <c>sparkplug</c> of a broker.</summary>
internal static class MqttSparkplugKeys
{
    public static readonly KeyTable<RawSparkplug> Table = new(
        "sparkplug",
        new(
            "group",
            KeyShape.Text,
            "The group, first part of the name of all devices, such as Plant.",
            static (yaml, sparkplug) =>
            {
                sparkplug.GroupSpot = yaml.Spot;
                sparkplug.Group = yaml.Text("a name such as Plant");
            }
        ),
        new(
            "node",
            KeyShape.Text,
            "The edge node, unique in its group; {server} stands for the server's name, in a cluster the node is appended. Default: the name of the entry.",
            static (yaml, sparkplug) =>
            {
                sparkplug.NodeSpot = yaml.Spot;
                sparkplug.Node = yaml.Text("a name such as {server}");
            }
        ),
        new(
            "host",
            KeyShape.Text,
            "The primary host, such as scada: only while it is online is published, what changes meanwhile waits. Default: none.",
            static (yaml, sparkplug) =>
            {
                sparkplug.HostSpot = yaml.Spot;
                sparkplug.Host = yaml.Text("the id of the host application, such as scada");
            }
        )
    );
}
