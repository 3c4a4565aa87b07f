namespace S7OpcBridge.PubSub;

/// <summary>A version of MQTT.</summary>
public enum MqttVersion
{
    /// <summary>3.1.1 of 2014: no reasons, no content type, no expiry.</summary>
    V311,

    /// <summary>5.0 of 2019.</summary>
    V5,
}
