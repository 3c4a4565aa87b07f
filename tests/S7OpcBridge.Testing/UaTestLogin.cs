using System.Security.Cryptography;
using System.Text;
using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Channel;

namespace S7OpcBridge.Testing;

/// <summary>Logs a client in by user name and password over an open channel, with the password encrypted for the server.</summary>
public static class UaTestLogin
{
    /// <summary>A client with a session that is not activated yet, over policy None.</summary>
    public static async Task<UaTestClient> CreatedAsync(int port, CancellationToken cancellationToken)
    {
        var client = new UaTestClient(await UaTestChannel.OpenAsync(port, cancellationToken));
        await client.CreateSessionAsync(cancellationToken);
        return client;
    }

    /// <summary>Tries; the name of the status that it is answered with.</summary>
    public static async Task<string> StatusAsync(UaTestClient client, string user, string password, CancellationToken cancellationToken)
    {
        try
        {
            await client.ActivateAsync(cancellationToken, Token(user, Encrypt(password, client.ServerNonce)));
            return nameof(StatusCodes.Good);
        }
        catch (UaException e)
        {
            return StatusCodes.NameOf(e.Status);
        }
    }

    /// <summary>All that the client is told when its token is refused, without times; "Good" where it is not.</summary>
    public static async Task<string> RefusalAsync(UaTestClient client, ExtensionObject token, CancellationToken cancellationToken)
    {
        var request = new ActivateSessionRequest { UserIdentityToken = token };
        (request.RequestHeader.RequestHandle, request.RequestHeader.ReturnDiagnostics) = (7, uint.MaxValue);
        var reader = new UaReader(await client.CallRawAsync(request, cancellationToken), EncodingLimits.Default);
        if (reader.ReadNodeId() != ServiceFault.EncodingId)
            return nameof(StatusCodes.Good);
        var fault = ServiceFault.Decode(ref reader);
        fault.ResponseHeader.Timestamp = 0;
        return $"{StatusCodes.NameOf(fault.ResponseHeader.ServiceResult)} {Convert.ToHexString(UaTestChannel.Encode(fault))}";
    }

    /// <summary>The token with whatever stands for the encrypted password.</summary>
    public static ExtensionObject Token(string user, byte[] secret) =>
        ExtensionObject.From(
            new UserNameIdentityToken
            {
                PolicyId = $"username-{SecurityPolicy.Basic256Sha256.Name}",
                UserName = user,
                Password = secret,
                EncryptionAlgorithm = "http://www.w3.org/2001/04/xmlenc#rsa-oaep",
            }
        );

    private static byte[] Encrypt(string password, byte[] nonce)
    {
        var text = Encoding.UTF8.GetBytes(password);
        return UaTestCertificates.Shared.ServerKey.Encrypt(
            [.. BitConverter.GetBytes(text.Length + nonce.Length), .. text, .. nonce],
            RSAEncryptionPadding.OaepSHA1
        );
    }
}
