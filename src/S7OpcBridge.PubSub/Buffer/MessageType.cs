namespace S7OpcBridge.PubSub.Buffer;

/// <summary>What a message is: the last word of its MQTT topic and its user property <c>UAMessageType</c> (OPC 10000-14, 7.3.4.7.2).</summary>
internal enum MessageType : byte
{
    /// <summary>No message of OPC UA PubSub: a value by itself, the answer to a command.</summary>
    Plain,

    /// <summary>Values: <c>ua-data</c>.</summary>
    Data,

    /// <summary>Fields of a DataSet: <c>ua-metadata</c>.</summary>
    MetaData,

    /// <summary>Groups and writers: <c>ua-connection</c>.</summary>
    Connection,

    /// <summary>State of the publisher: <c>ua-status</c>.</summary>
    Status,

    /// <summary>Name and product: <c>ua-application</c>.</summary>
    Application,

    /// <summary>Endpoints of the OPC UA server: <c>ua-endpoints</c>.</summary>
    Endpoints,

    /// <summary>Sparkplug: an edge node is there.</summary>
    NodeBirth,

    /// <summary>Sparkplug: it is gone.</summary>
    NodeDeath,

    /// <summary>Sparkplug: a device, with all of its metrics.</summary>
    DeviceBirth,

    /// <summary>Sparkplug: a device is gone.</summary>
    DeviceDeath,

    /// <summary>Sparkplug: metrics of a device that have changed.</summary>
    DeviceData,
}
