using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.OpcUa.Server.Management.Configuration;
using S7OpcBridge.Testing;

namespace S7OpcBridge.OpcUa.Server.Management.Tests.Configuration;

/// <summary>A server that can be configured by 'admin', and not by 'mes', over channels of any security.</summary>
internal abstract class ConfigurationFixture : UaServerFixture
{
    protected static readonly UaTestCertificates Certificates = UaTestCertificates.Shared;
    protected static readonly DateTimeOffset Now = TimeProvider.System.GetUtcNow();

    protected MemoryStores Stores { get; private set; } = null!;

    protected Task StartAsync(int maxSize = 60_000, bool onClock = false)
    {
        Stores = new MemoryStores(Certificates.Server.Certificate);
        return StartAsync(options =>
            (onClock ? OnClock(options) : options) with
            {
                SecurityPolicies = [SecurityPolicy.Basic256Sha256, SecurityPolicy.None],
                Certificate = Certificates.Server,
                CheckClientCertificate = (_, _) => StatusCodes.Good,
                CheckUserName = (name, _, _, _) =>
                    ValueTask.FromResult<UaUser?>(new UaUser(name, name == "admin" ? ["SecurityAdmin"] : ["Engineer"])),
                Extensions = [new ConfigurationExtension(Stores.Management(maxSize))],
            }
        );
    }

    protected Task<UaTestClient> AdminAsync() => UserAsync("admin", MessageSecurityMode.SignAndEncrypt);

    protected async Task<UaTestClient> UserAsync(string? user, MessageSecurityMode mode)
    {
        var channel = Keep(await UaTestChannel.ConnectAsync(Server.Port, Stop));
        await channel.HelloAsync(Stop);
        var isSecure = mode != MessageSecurityMode.None;
        await channel.OpenAsync(Stop, isSecure ? Certificates : null, isSecure ? SecurityPolicy.Basic256Sha256 : SecurityPolicy.None, mode);
        var client = Keep(new UaTestClient(channel));
        await client.CreateSessionAsync(Stop, isSecure ? Certificates : null);
        await client.ActivateAsync(Stop, user is null ? null : Token(user, client.ServerNonce), isSecure ? Certificates : null);
        return client;
    }

    /// <summary>Calls a method of ServerConfiguration, or of its trust list.</summary>
    protected static async Task<CallMethodResult> CallAsync(UaTestClient client, uint method, params Variant[] inputs)
    {
        uint target = method is >= ConfigurationIds.Open and <= ConfigurationIds.RemoveCertificate
            ? 12642u
            : ConfigurationIds.ServerConfiguration;
        var response = await client.CallAsync<CallResponse>(
            new CallRequest
            {
                MethodsToCall =
                [
                    new CallMethodRequest
                    {
                        ObjectId = target,
                        MethodId = method,
                        InputArguments = inputs,
                    },
                ],
            },
            Stop
        );
        return response.Results[0];
    }

    protected static async Task<string> StatusOfAsync(UaTestClient client, uint method, params Variant[] inputs) =>
        StatusCodes.NameOf((await CallAsync(client, method, inputs)).StatusCode);

    protected static async Task<uint> OpenAsync(UaTestClient client, byte mode)
    {
        var opened = await CallAsync(client, ConfigurationIds.Open, Variant.From(mode));
        Assert.That(StatusCodes.NameOf(opened.StatusCode), Is.EqualTo("Good"));
        return (uint)opened.OutputArguments[0].Bits;
    }

    /// <summary>Writes a whole trust list; the status of CloseAndUpdate.</summary>
    protected static async Task<string> PushAsync(UaTestClient client, TrustListContent list)
    {
        var handle = Variant.From(await OpenAsync(client, 6));
        foreach (var part in list.Encode().Chunk(1000))
            Assert.That(await StatusOfAsync(client, ConfigurationIds.Write, handle, Variant.FromByteString(part)), Is.EqualTo("Good"));
        return await StatusOfAsync(client, ConfigurationIds.CloseAndUpdate, handle);
    }

    private static ExtensionObject Token(string user, byte[] nonce) =>
        ExtensionObject.From(
            new UserNameIdentityToken
            {
                PolicyId = "username-Basic256Sha256",
                UserName = user,
                Password = Certificates.ServerKey.Encrypt(
                    [.. BitConverter.GetBytes(1 + nonce.Length), (byte)'x', .. nonce],
                    SecurityPolicy.Basic256Sha256.Encryption!
                ),
                EncryptionAlgorithm = SecurityPolicy.Basic256Sha256.EncryptionAlgorithm,
            }
        );
}
