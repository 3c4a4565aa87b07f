using System.Text;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.OpcUa.Server;

namespace S7OpcBridge.Testing;

/// <summary>
/// A server with every security policy and three users, whose password is their name: admin (SecurityAdmin), config (ConfigureAdmin), mes (Operator).
/// </summary>
internal abstract class AdminFixture : UaServerFixture
{
    protected static readonly UaTestCertificates Certificates = UaTestCertificates.Shared;

    protected Task StartSecureAsync(Func<UaServerOptions, UaServerOptions>? change = null, UaTestNodes? nodes = null) =>
        StartAsync(
            options =>
            {
                var secure = options with
                {
                    SecurityPolicies = SecurityPolicy.All,
                    Certificate = Certificates.Server,
                    CheckClientCertificate = (_, _) => StatusCodes.Good,
                    CheckUserName = (name, password, _, _) =>
                        ValueTask.FromResult(Encoding.UTF8.GetString(password.Span) == name ? new UaUser(name, [RoleOf(name)]) : null),
                };
                return change?.Invoke(secure) ?? secure;
            },
            nodes
        );

    /// <summary>A session of a user.</summary>
    protected async Task<UaTestClient> UserAsync(string name, MessageSecurityMode mode = MessageSecurityMode.SignAndEncrypt)
    {
        var isSecure = mode != MessageSecurityMode.None;
        var policy = isSecure ? SecurityPolicy.Basic256Sha256 : SecurityPolicy.None;
        var channel = await ConnectAsync();
        await channel.HelloAsync(Stop);
        if (isSecure)
            await channel.OpenAsync(Stop, Certificates, policy, mode);
        else
            await channel.OpenAsync(Stop);
        var client = Keep(new UaTestClient(channel));
        await client.CreateSessionAsync(Stop, isSecure ? Certificates : null);
        await client.ActivateAsync(Stop, Password(name, name, client.ServerNonce), isSecure ? Certificates : null);
        return client;
    }

    protected static ExtensionObject Password(string name, string password, byte[] nonce)
    {
        var text = Encoding.UTF8.GetBytes(password);
        byte[] plain = [.. BitConverter.GetBytes(text.Length + nonce.Length), .. text, .. nonce];
        return ExtensionObject.From(
            new UserNameIdentityToken
            {
                PolicyId = $"username-{SecurityPolicy.Basic256Sha256.Name}",
                UserName = name,
                Password = Certificates.ServerKey.Encrypt(plain, SecurityPolicy.Basic256Sha256.Encryption!),
                EncryptionAlgorithm = SecurityPolicy.Basic256Sha256.EncryptionAlgorithm,
            }
        );
    }

    protected static async Task<string> WriteAsync(UaTestClient client, NodeId node, Variant value) =>
        StatusCodes.NameOf(
            (
                await client.CallAsync<WriteResponse>(
                    new WriteRequest
                    {
                        NodesToWrite =
                        [
                            new WriteValue
                            {
                                NodeId = node,
                                AttributeId = (uint)AttributeId.Value,
                                Value = new DataValue(value, default, 0, 0),
                            },
                        ],
                    },
                    Stop
                )
            ).Results[0]
        );

    private static string RoleOf(string user) =>
        user switch
        {
            "admin" => "SecurityAdmin",
            "config" => "ConfigureAdmin",
            _ => "Operator",
        };
}
