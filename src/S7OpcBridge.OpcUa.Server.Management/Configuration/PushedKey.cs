using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using System.Text;
using S7OpcBridge.Words;

namespace S7OpcBridge.OpcUa.Server.Management.Configuration;

/// <summary>A private key that comes with a certificate: PEM without a password, or PFX (PKCS #12) with an empty one (OPC 10000-12, 7.10.5).</summary>
internal static class PushedKey
{
    /// <summary>The value of SupportedPrivateKeyFormats.</summary>
    public static readonly string[] Formats = ["PEM", "PFX"];

    /// <summary>The certificate together with the key.</summary>
    /// <exception cref="UaException">BadNotSupported: another format; BadSecurityChecksFailed: no key, or not that of the certificate.</exception>
    public static X509Certificate2 Join(X509Certificate2 certificate, string format, byte[] key)
    {
        try
        {
            using var rsa = format switch
            {
                "PEM" => FromPem(key),
                "PFX" => FromPfx(key),
                _ => throw new UaException(
                    StatusCodes.BadNotSupported,
                    $"Private keys come as {string.Join(" or ", Formats)}, not as " + $"'{Printable.From(format, 20)}'."
                ),
            };
            return certificate.CopyWithPrivateKey(rsa);
        }
        catch (Exception e) when (e is CryptographicException or ArgumentException)
        {
            throw new UaException(
                StatusCodes.BadSecurityChecksFailed,
                "The private key cannot be read, or is not that of the certificate."
            );
        }
    }

    private static RSA FromPem(byte[] text)
    {
        var rsa = RSA.Create();
        try
        {
            rsa.ImportFromPem(Encoding.UTF8.GetString(text));
            return rsa;
        }
        catch
        {
            rsa.Dispose();
            throw;
        }
    }

    private static RSA FromPfx(byte[] container)
    {
        // The loader's own limits bound the work that a container can cause.
        using var loaded = X509CertificateLoader.LoadPkcs12(
            container,
            password: null,
            X509KeyStorageFlags.Exportable | X509KeyStorageFlags.EphemeralKeySet
        );
        using var key = loaded.GetRSAPrivateKey() ?? throw new CryptographicException("There is no RSA key in it.");
        var rsa = RSA.Create();
        rsa.ImportParameters(key.ExportParameters(includePrivateParameters: true));
        return rsa;
    }
}
