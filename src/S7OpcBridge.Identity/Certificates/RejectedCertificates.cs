using System.Security.Cryptography.X509Certificates;
using Microsoft.Extensions.Logging;

namespace S7OpcBridge.Identity.Certificates;

/// <summary>Stores rejected certificates, so that they can be trusted later. A store that cannot be written is logged once, until it works again.</summary>
/// <param name="who">"a client" or "a user", for log messages.</param>
/// <param name="logger">Logs stores that cannot be written.</param>
internal sealed partial class RejectedCertificates(CertificateStores stores, string who, TimeProvider time, ILogger logger)
{
    private int _cannot;

    /// <summary>Stores a certificate with its chain; false: it cannot be written.</summary>
    public bool Keep(IReadOnlyList<X509Certificate2> chain) =>
        Try(() =>
        {
            stores.Rejected.Create();
            stores.Reject(chain, time.GetUtcNow());
        });

    /// <summary>Trusts a certificate; false: the stores cannot be written.</summary>
    public bool Trust(IReadOnlyList<X509Certificate2> chain) => Try(() => stores.Trust(chain));

    private bool Try(Action write)
    {
        try
        {
            write();
            if (Interlocked.Exchange(ref _cannot, 0) != 0)
                CanKeep(logger, stores.Folder);
            return true;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            if (Interlocked.Exchange(ref _cannot, 1) == 0)
                CannotKeep(logger, who, stores.Folder, e.Message);
            return false;
        }
    }

    [LoggerMessage(
        502,
        LogLevel.Warning,
        "The certificate of {Who} could not be stored in {Folder}: {Error} Make the folder writable, or free space on its "
            + "disk. This is not logged again until it works."
    )]
    private static partial void CannotKeep(ILogger logger, string who, string folder, string error);

    [LoggerMessage(503, LogLevel.Information, "Certificates can be stored in {Folder} again.")]
    private static partial void CanKeep(ILogger logger, string folder);
}
