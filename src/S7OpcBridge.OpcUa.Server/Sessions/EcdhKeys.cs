using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.OpcUa.Channel.Security;
using S7OpcBridge.OpcUa.Channel.Security.Elliptic;
using S7OpcBridge.OpcUa.Server.Context;

namespace S7OpcBridge.OpcUa.Server.Sessions;

/// <summary>
/// Makes the ephemeral keys with which clients encrypt passwords under elliptic curve policies. A client requests one by <c>ECDHPolicyUri</c> in the additional
/// header of CreateSession or ActivateSession; the answer is <c>ECDHKey</c>, a new key each time, signed with the server's certificate (OPC 10000-4, 7.40.2.5).
/// </summary>
internal static class EcdhKeys
{
    private const string PolicyUri = "ECDHPolicyUri",
        Key = "ECDHKey";

    /// <summary>Makes a key if the request wants one, and writes it into the response's header; null: it wants none.</summary>
    public static EphemeralKey? Offer(RequestHeader request, ResponseHeader response, ServerContext server)
    {
        if (PolicyOf(request, server.Options) is not { } policy)
            return null;
        var key = new EphemeralKey(policy);
        Answer(response, key, server.Channels.CertificateOf(policy.CertificateKind)!);
        return key;
    }

    /// <summary>The policy for which a request wants a key; null: it wants none, or the policy is not offered.</summary>
    private static SecurityPolicy? PolicyOf(RequestHeader request, UaServerOptions options)
    {
        if (request.AdditionalHeader?.Body is not AdditionalParametersType { Parameters: var parameters })
            return null;
        foreach (var parameter in parameters)
        {
            if (
                parameter.Key is { Namespace: 0, Name: PolicyUri }
                && parameter.Value is { Type: BuiltInType.String, Reference: string uri }
                && SecurityPolicy.Find(uri) is { HasEphemeralKeys: true } policy
                && options.SecurityPolicies.Contains(policy)
            )
                return policy;
        }

        return null;
    }

    private static void Answer(ResponseHeader response, EphemeralKey key, OwnCertificate own) =>
        response.AdditionalHeader = ExtensionObject.From(
            new AdditionalParametersType
            {
                Parameters =
                [
                    new KeyValuePair { Key = new QualifiedName(0, PolicyUri), Value = Variant.From(key.Policy.Uri) },
                    new KeyValuePair
                    {
                        Key = new QualifiedName(0, Key),
                        Value = Variant.From(
                            ExtensionObject.From(
                                new EphemeralKeyType
                                {
                                    PublicKey = key.PublicKey,
                                    Signature = Signatures.Sign(key.Policy, own, key.PublicKey),
                                }
                            )
                        ),
                    },
                ],
            }
        );
}
