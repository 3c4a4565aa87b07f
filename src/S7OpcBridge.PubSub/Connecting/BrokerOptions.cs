using System.Net.Security;
using System.Security.Cryptography.X509Certificates;
using System.Text;

namespace S7OpcBridge.PubSub;

/// <summary>Where the broker is and how it is spoken to.</summary>
public sealed record BrokerOptions
{
    /// <summary><c>mqtt://host[:1883]</c>, or <c>mqtts://host[:8883]</c> for TLS.</summary>
    public required Uri Address { get; init; }

    /// <summary>The client id, which no other client of this broker may have: the broker ends the older connection of two with one id.</summary>
    public required string ClientId { get; init; }

    /// <summary>Name of the user; null: none.</summary>
    public string? User { get; init; }

    /// <summary>Password of the user; null: none.</summary>
    public string? Password { get; init; }

    /// <summary>Allows a password over plain TCP to another machine.</summary>
    public bool AllowInsecure { get; init; }

    /// <summary>
    /// Says why the broker's certificate is not trusted, as a sentence, or null: it is. Gets the chain that the broker sent and what the rules of the operating
    /// system say. Called for each connection. Itself null: the operating system decides.
    /// </summary>
    public Func<X509Certificate2, X509Chain?, SslPolicyErrors, string?>? WhyNotTrusted { get; init; }

    /// <summary>
    /// Returns the certificate with its private key that proves to the broker who this is, with those above it, or null: none. Called for each connection, so
    /// that renewed files count; it may throw an <see cref="IOException"/> whose message says what and why. Itself null: none.
    /// </summary>
    public Func<SslStreamCertificateContext?>? Certificate { get; init; }

    /// <summary>The version to speak; null: 5.0, and 3.1.1 where the broker refuses that.</summary>
    public MqttVersion? Version { get; init; }

    /// <summary>Longest silence, 1 s to 18 h: after it this side asks whether the broker lives.</summary>
    public TimeSpan KeepAlive { get; init; } = TimeSpan.FromSeconds(30);

    /// <summary>How long the backlog is held after a reconnect, so that subscribers that reconnect as well miss nothing of it.</summary>
    public TimeSpan Settle { get; init; } = TimeSpan.FromSeconds(5);

    /// <summary>Longest time for connection, TLS and login together.</summary>
    public TimeSpan ConnectTimeout { get; init; } = TimeSpan.FromSeconds(15);

    /// <summary>Longest time until a message is acknowledged; after it the connection is made anew.</summary>
    public TimeSpan AcknowledgeTimeout { get; init; } = TimeSpan.FromSeconds(30);

    /// <summary>The first pause before the next attempt.</summary>
    public TimeSpan FirstPause { get; init; } = TimeSpan.FromSeconds(1);

    /// <summary>The longest pause before the next attempt.</summary>
    public TimeSpan LongestPause { get; init; } = TimeSpan.FromSeconds(60);

    /// <summary>Most messages that are not acknowledged; the broker may allow less.</summary>
    public int InFlight { get; init; } = 200;

    /// <summary>Most bytes of a command's payload; a larger one is refused.</summary>
    public int CommandBytes { get; init; } = 64 << 10;

    /// <summary>Most commands that wait for their turn; further ones are refused.</summary>
    public int WaitingCommands { get; init; } = 100;

    // Without the password: records are printed into logs.
    private bool PrintMembers(StringBuilder text)
    {
        text.Append($"{nameof(Address)} = {Address.Host}:{Port}, {nameof(ClientId)} = {ClientId}, {nameof(User)} = {User}");
        return true;
    }

    /// <summary>Whether TLS is spoken.</summary>
    internal bool IsTls => Address.Scheme == "mqtts";

    /// <summary>The port, that of the scheme where the address has none.</summary>
    internal int Port =>
        Address.Port > 0 ? Address.Port
        : IsTls ? 8883
        : 1883;
}
