using System.Net.Sockets;
using System.Security.Cryptography.X509Certificates;
using MQTTnet.Protocol;

namespace S7OpcBridge.PubSub.Connecting;

/// <summary>What the codes of a broker mean and what to do about them (MQTT 5.0, 2.4; MQTT 3.1.1, 3.2.2.3).</summary>
internal sealed class RefusalWords(BrokerOptions options)
{
    private string Broker => $"The broker {options.Address.Host}:{options.Port}";

    /// <summary>CONNACK of MQTT 5.</summary>
    public BrokerException Connect(MqttConnectReasonCode code, string? text) =>
        code switch
        {
            MqttConnectReasonCode.UnsupportedProtocolVersion => Version(),
            MqttConnectReasonCode.ClientIdentifierNotValid => ClientId(),
            MqttConnectReasonCode.BadUserNameOrPassword or MqttConnectReasonCode.BadAuthenticationMethod => Login(),
            MqttConnectReasonCode.NotAuthorized or MqttConnectReasonCode.Banned => NotAuthorised(),
            _ => Of((byte)code, text, "refuses the connection"),
        };

    /// <summary>CONNACK of MQTT 3.1.1.</summary>
    public BrokerException Connect(MqttConnectReturnCode code) =>
        code switch
        {
            MqttConnectReturnCode.ConnectionRefusedUnacceptableProtocolVersion => Version(),
            MqttConnectReturnCode.ConnectionRefusedIdentifierRejected => ClientId(),
            MqttConnectReturnCode.ConnectionRefusedServerUnavailable => Of(
                (byte)MqttDisconnectReasonCode.ServerBusy,
                null,
                "refuses the connection"
            ),
            MqttConnectReturnCode.ConnectionRefusedBadUsernameOrPassword => Login(),
            MqttConnectReturnCode.ConnectionRefusedNotAuthorized => NotAuthorised(),
            _ => new(
                BrokerRefusal.NoBroker,
                $"{Broker} refuses the connection with the unknown code {(byte)code}: is it a broker of MQTT?"
            ),
        };

    /// <summary>DISCONNECT of MQTT 5.</summary>
    public BrokerException Disconnect(MqttDisconnectReasonCode code, string? text) =>
        code switch
        {
            MqttDisconnectReasonCode.SessionTakenOver => new(
                BrokerRefusal.TakenOver,
                $"{Broker} ended the connection: another client uses the client id {options.ClientId}. Give each client its own, "
                    + "and see that this bridge does not run twice."
            ),
            MqttDisconnectReasonCode.NotAuthorized => new(
                BrokerRefusal.NotAuthorised,
                $"{Broker} ended the connection: {User} may not do what was asked for{Said(text)}. Let it publish to the topics of this entry.",
                isAboutMessage: true
            ),
            _ => Of((byte)code, text, "ended the connection"),
        };

    /// <summary>A message that is not taken: PUBACK and PUBREC of MQTT 5; null: it must be sent again later.</summary>
    public BrokerRefusedTopic? Publish(MqttPubAckReasonCode code, string? text, string topic) =>
        code switch
        {
            MqttPubAckReasonCode.NotAuthorized => new(
                BrokerRefusal.NotAuthorised,
                topic,
                $"{Broker} does not let {User} publish to {topic}{Said(text)}: allow it there, or change the topic."
            ),
            MqttPubAckReasonCode.TopicNameInvalid => TopicInvalid(topic),
            MqttPubAckReasonCode.QuotaExceeded or MqttPubAckReasonCode.PacketIdentifierInUse => null,
            MqttPubAckReasonCode.PayloadFormatInvalid => new(
                BrokerRefusal.Protocol,
                topic,
                $"{Broker} does not accept the payload of messages to {topic}{Said(text)}: see what it asks for, and choose another format."
            ),
            _ => new(
                BrokerRefusal.Protocol,
                topic,
                $"{Broker} does not accept messages to {topic}, code 0x{(byte)code:X2}{Said(text)}: its log says why."
            ),
        };

    /// <summary>A subscription that is not granted.</summary>
    public BrokerRefusedTopic Subscribe(byte code, string filter) =>
        new(
            code == (byte)MqttSubscribeReasonCode.NotAuthorized ? BrokerRefusal.NotAuthorised : BrokerRefusal.Topic,
            filter,
            $"{Broker} does not let {User} subscribe to {filter}, code 0x{code:X2}: allow it there; until then what needs it is left out."
        );

    /// <summary>A message above the broker's limit.</summary>
    public BrokerRefusedTopic TooLarge(string topic, int bytes, int most) =>
        new(
            BrokerRefusal.TooLarge,
            topic,
            $"A message to {topic} has {bytes} bytes, and {Broker.Replace("The", "the", StringComparison.Ordinal)} takes {most} at most: "
                + "publish fewer tags to one topic, or raise the broker's limit."
        );

    /// <summary>A topic that MQTT does not allow.</summary>
    public BrokerRefusedTopic TopicInvalid(string topic) =>
        new(BrokerRefusal.Topic, topic, $"{Broker} does not accept the topic {topic}: change it.");

    /// <summary>Nobody answers.</summary>
    public BrokerException NotReachable(SocketException e) =>
        new(
            BrokerRefusal.NotReachable,
            $"{Broker} can't be reached ({e.Message}): check the address, that it runs, and the firewalls between."
        );

    /// <summary>No answer in time.</summary>
    public BrokerException ConnectTimedOut() =>
        new(
            BrokerRefusal.NotReachable,
            $"{Broker} does not answer within {options.ConnectTimeout.TotalSeconds:0.#} s: check the address and port, that it runs, and the firewalls."
        );

    /// <summary>TLS failed.</summary>
    public BrokerException Tls(Exception e) =>
        new(
            BrokerRefusal.Tls,
            $"TLS with {Broker.Replace("The", "the", StringComparison.Ordinal)} failed ({e.GetBaseException().Message}): "
                + "check that the port speaks TLS, "
                + "that the broker's certificate is trusted and bears its name, and, if the broker asks for one, the certificate of this client."
        );

    /// <summary>The broker's certificate is not trusted, for a reason that is a sentence.</summary>
    public static BrokerException NotTrusted(string why) => new(BrokerRefusal.Tls, why);

    /// <summary>The broker shows no certificate.</summary>
    public string NothingShown => $"{Broker} shows no certificate, so nobody knows who it is: give it one.";

    /// <summary>The certificate of this side can't be used.</summary>
    public static BrokerException CertificateUnusable(Exception e) =>
        new(BrokerRefusal.Tls, $"The certificate for the broker: {e.Message}");

    /// <summary>The broker wants a certificate, and there is none.</summary>
    public BrokerException CertificateMissing() =>
        new(BrokerRefusal.Tls, $"{Broker} asks for a certificate of this client, and the entry has none: name one with 'certificate'.");

    /// <summary>The broker does not accept the certificate of this side.</summary>
    public BrokerException CertificateRefused(X509Certificate2 shown, Exception e) =>
        new(
            BrokerRefusal.Tls,
            $"{Broker} does not accept the certificate of this client, '{shown.Subject}' issued by '{shown.Issuer}', valid until "
                + $"{shown.NotAfter.ToUniversalTime():yyyy-MM-dd} ({e.GetBaseException().Message}): see that it is valid and that the broker trusts its issuer."
        );

    /// <summary>A password would go over plain TCP.</summary>
    public BrokerException PlainPassword() =>
        new(
            BrokerRefusal.PlainPassword,
            $"The password is not sent to {options.Address.Host} over plain TCP, where others can read it: use mqtts://, or allow it with allowInsecure."
        );

    /// <summary>The connection ended without a word.</summary>
    public BrokerException Closed(string how) =>
        new(
            BrokerRefusal.Closed,
            $"{Broker} ended the connection ({how}). If that happens again and again: its log says why; "
                + $"another client may use the client id {options.ClientId}."
        );

    /// <summary>The connection ended while CONNECT waited for its answer.</summary>
    /// <param name="asked">Whether it has asked for a certificate of this side, which has none.</param>
    public BrokerException NoAnswer(bool asked) =>
        new(
            BrokerRefusal.NoBroker,
            asked
                ? $"{Broker} asked for a certificate of this client, got none, and ended the connection without an answer: name one with 'certificate'."
                : $"{Broker} ended the connection without an answer: check that this is the port of MQTT, and whether it asks for TLS."
        );

    /// <summary>It does not acknowledge, or says nothing at all.</summary>
    public BrokerException Silent(string what, TimeSpan time) =>
        new(
            BrokerRefusal.Silent,
            $"{Broker} {what} for {time.TotalSeconds:0.#} s; the connection is made anew. See whether the broker is overloaded."
        );

    /// <summary>The primary host of Sparkplug has gone, so the session ends (Sparkplug 3.0, 5.4: …-phid-offline).</summary>
    public BrokerException HostLost(string host) =>
        new(
            BrokerRefusal.HostOffline,
            $"The primary host {host} went offline; the session has ended, and what changes waits until {host} is online again."
        );

    /// <summary>It broke the rules.</summary>
    public BrokerException Protocol(string what) =>
        new(
            BrokerRefusal.Protocol,
            $"{Broker} broke the rules of MQTT: {what}. Check that a broker of MQTT answers there, and its version."
        );

    /// <summary>Its quota for messages is used up.</summary>
    public BrokerException Quota(string topic) =>
        new(BrokerRefusal.Quota, $"{Broker} takes no more messages, its quota is used up (at {topic}): raise it, or publish less often.");

    private string User => options.User is { } user ? $"the user {user}" : $"the client {options.ClientId}";

    private BrokerException Version() =>
        new(BrokerRefusal.Version, $"{Broker} does not speak this version of MQTT: use one that speaks 5.0 or 3.1.1.");

    private BrokerException ClientId() =>
        new(BrokerRefusal.ClientId, $"{Broker} does not accept the client id {options.ClientId}: choose another, or allow it there.");

    private BrokerException Login() =>
        new(BrokerRefusal.Login, $"{Broker} does not accept user name or password of {User}: check both here and there.");

    private BrokerException NotAuthorised() =>
        new(BrokerRefusal.NotAuthorised, $"{Broker} does not let {User} connect: check user and password, and allow it there.");

    private BrokerException Of(byte code, string? text, string what) =>
        (MqttDisconnectReasonCode)code switch
        {
            MqttDisconnectReasonCode.ServerBusy
            or MqttDisconnectReasonCode.ServerShuttingDown
            or (MqttDisconnectReasonCode)MqttConnectReasonCode.ServerUnavailable => new(
                BrokerRefusal.Unavailable,
                $"{Broker} {what}: it is busy or shuts down{Said(text)}. It is tried again."
            ),
            MqttDisconnectReasonCode.UseAnotherServer or MqttDisconnectReasonCode.ServerMoved => new(
                BrokerRefusal.Unavailable,
                $"{Broker} {what}: it has moved{Said(text)}. Change the address of this entry."
            ),
            MqttDisconnectReasonCode.PacketTooLarge => new(
                BrokerRefusal.TooLarge,
                $"{Broker} {what}: a message was too large for it{Said(text)}. Publish fewer tags to one topic, or raise its limit.",
                isAboutMessage: true
            ),
            MqttDisconnectReasonCode.TopicNameInvalid => new(
                BrokerRefusal.Topic,
                $"{Broker} {what}: it does not accept a topic{Said(text)}. Change the topics of this entry.",
                isAboutMessage: true
            ),
            MqttDisconnectReasonCode.PayloadFormatInvalid
            or MqttDisconnectReasonCode.RetainNotSupported
            or MqttDisconnectReasonCode.QoSNotSupported => new(
                BrokerRefusal.Protocol,
                $"{Broker} {what}: it does not accept a message, code 0x{code:X2}{Said(text)}.",
                isAboutMessage: true
            ),
            MqttDisconnectReasonCode.QuotaExceeded
            or MqttDisconnectReasonCode.MessageRateTooHigh
            or MqttDisconnectReasonCode.ConnectionRateExceeded
            or MqttDisconnectReasonCode.ReceiveMaximumExceeded => new(
                BrokerRefusal.Quota,
                $"{Broker} {what}: a limit of it is reached, code 0x{code:X2}{Said(text)}. Raise it, or publish less often."
            ),
            _ => new(BrokerRefusal.Closed, $"{Broker} {what}, code 0x{code:X2}{Said(text)}: its log says why."),
        };

    // What a broker says is shown, but not all of it, and no line breaks: it ends in a log.
    private static string Said(string? text)
    {
        if (string.IsNullOrWhiteSpace(text))
            return "";
        var shown = text.Length > 200 ? text[..200] : text;
        return $" (\"{string.Concat(shown.Select(static c => char.IsControl(c) ? ' ' : c))}\")";
    }
}
