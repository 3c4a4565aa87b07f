using System.Globalization;
using S7OpcBridge.Map;

namespace S7OpcBridge.Identity.Certificates;

/// <summary>
/// Trust on first use, for commissioning: for one hour every otherwise valid client certificate is trusted on its first connection. The end time is kept in a
/// file, so that a restart does not extend it.
/// </summary>
internal sealed class FirstUse
{
    private static readonly TimeSpan Hour = TimeSpan.FromHours(1);
    private readonly TimeProvider _time;

    private FirstUse(string file, DateTimeOffset until, TimeProvider time) => (File, Until, _time) = (file, until, time);

    /// <summary>The file with the end time; deleting it starts a new hour with the next start.</summary>
    public string File { get; }

    /// <summary>The end time.</summary>
    public DateTimeOffset Until { get; }

    public bool IsOpen => _time.GetUtcNow() < Until;

    /// <summary>Starts the hour, or continues the running one.</summary>
    public static FirstUse Begin(CertificateStores stores, TimeProvider time)
    {
        var file = Path.Combine(stores.Folder, "first-use-until.txt");
        var now = time.GetUtcNow();
        if (System.IO.File.Exists(file))
        {
            // An unreadable file counts as expired, and the hour is never longer than one hour, whatever the file says.
            var isTime = DateTimeOffset.TryParse(
                UserFile.ReadText(file, UserFile.MaxSmall).Trim(),
                CultureInfo.InvariantCulture,
                out var until
            );
            return new FirstUse(file, isTime && until <= now + Hour ? until : DateTimeOffset.MinValue, time);
        }
        AtomicFile.Write(file, (now + Hour).ToString("O", CultureInfo.InvariantCulture), AtomicFile.Open);
        return new FirstUse(file, now + Hour, time);
    }
}
