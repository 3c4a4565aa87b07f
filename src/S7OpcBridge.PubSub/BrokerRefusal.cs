namespace S7OpcBridge.PubSub;

/// <summary>Why there is no connection, or why a message was not taken.</summary>
public enum BrokerRefusal
{
    /// <summary>Nobody answers at the address.</summary>
    NotReachable,

    /// <summary>The address answers, but not as a broker of MQTT does.</summary>
    NoBroker,

    /// <summary>TLS failed, or the broker's certificate is not trusted.</summary>
    Tls,

    /// <summary>A password would go over plain TCP.</summary>
    PlainPassword,

    /// <summary>The version of MQTT is not spoken.</summary>
    Version,

    /// <summary>User name or password is wrong.</summary>
    Login,

    /// <summary>This client may not do that.</summary>
    NotAuthorised,

    /// <summary>The client id is not accepted.</summary>
    ClientId,

    /// <summary>Another client uses this client id.</summary>
    TakenOver,

    /// <summary>The broker is busy, shuts down, or moved.</summary>
    Unavailable,

    /// <summary>A message is larger than the broker takes.</summary>
    TooLarge,

    /// <summary>A limit of the broker is reached.</summary>
    Quota,

    /// <summary>The broker does not accept a topic.</summary>
    Topic,

    /// <summary>The broker does not acknowledge, or does not answer at all any more.</summary>
    Silent,

    /// <summary>The broker ended the connection.</summary>
    Closed,

    /// <summary>The broker broke the rules of MQTT.</summary>
    Protocol,

    /// <summary>The primary host of Sparkplug has gone.</summary>
    HostOffline,
}
