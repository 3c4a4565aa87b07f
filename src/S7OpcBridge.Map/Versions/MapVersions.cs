using System.Globalization;
using System.Security.Cryptography;
using System.Text;
using S7OpcBridge.Map.Files;

namespace S7OpcBridge.Map;

/// <summary>
/// Saves the files of a map and keeps their last versions. Nothing is written where a file is no longer what the change was made of. Thread-safe, also between
/// processes that use the same folder.
/// </summary>
/// <param name="folder">Folder for the versions; made when something is saved.</param>
/// <param name="time">The clock.</param>
public sealed class MapVersions(string folder, TimeProvider time)
{
    /// <summary>Versions of a file that are kept besides the present one.</summary>
    public const int Kept = 20;

    /// <summary>Name of the folder beside a map.</summary>
    public const string FolderName = ".versions";

    private const int LongestAuthor = 100;
    private const string TimeFormat = "yyyyMMdd'T'HHmmssfff'Z'",
        Extension = ".version",
        LockName = ".lock";
    private static readonly TimeSpan LockPause = TimeSpan.FromMilliseconds(20),
        LockPatience = TimeSpan.FromSeconds(10);

    /// <summary>
    /// Where the versions of a map are kept: beside it, because whoever can save it can write there, and because nodes that share the folder share them, too.
    /// </summary>
    /// <param name="map">Path of the map.</param>
    public static string FolderFor(string map) => Path.Combine(Path.GetDirectoryName(Path.GetFullPath(map))!, FolderName);

    /// <summary>The version of bytes: their SHA-256 in hexadecimal.</summary>
    public static string VersionOf(ReadOnlySpan<byte> bytes) => Convert.ToHexStringLower(SHA256.HashData(bytes));

    /// <summary>Saves files as one change: all of them or none.</summary>
    /// <param name="files">The files.</param>
    /// <param name="author">Who saves them.</param>
    /// <param name="cancel">Ends the wait for another writer.</param>
    public async Task<SaveOutcome> SaveAsync(IReadOnlyList<FileToSave> files, string author, CancellationToken cancel)
    {
        var written = new List<(FileToSave File, FileReplacement Replacement)>();
        try
        {
            foreach (var file in files)
            {
                if (file.Base is not null && EditAccess.WhyNot(file.File) is { } why && File.Exists(file.File))
                    return Failed(why);
            }
            MakeFolder();
            await using var turn = await LockAsync(cancel).ConfigureAwait(false);
            if (ConflictsOf(files) is { Count: > 0 } conflicts)
                return new SaveOutcome(new Dictionary<string, SavedVersion>(), conflicts, null);
            foreach (var file in files)
            {
                KeepPresent(file.File);
                written.Add((file, FileReplacement.Write(file.File, file.Bytes.Span)));
            }
            // Writing took its time: somebody may have saved by hand meanwhile.
            if (ConflictsOf(files) is { Count: > 0 } late)
                return new SaveOutcome(new Dictionary<string, SavedVersion>(), late, null);
            var saved = new Dictionary<string, SavedVersion>();
            foreach (var (file, replacement) in written)
            {
                replacement.Finish();
                saved[file.File] = Keep(file.File, file.Bytes.Span, time.GetUtcNow(), author);
            }
            return new SaveOutcome(saved, [], null);
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException or ArgumentException or NotSupportedException)
        {
            return Failed($"the map cannot be saved ({error.Message.TrimEnd('.')}); check space and permissions");
        }
        finally
        {
            foreach (var (_, replacement) in written)
                replacement.Dispose();
        }
    }

    /// <summary>The kept versions of a file, the newest first.</summary>
    /// <param name="file">The file.</param>
    public IReadOnlyList<SavedVersion> List(string file) => [.. Entries(file).Select(entry => entry.Version)];

    /// <summary>The bytes of a kept version.</summary>
    /// <param name="file">The file.</param>
    /// <param name="version">Its version.</param>
    /// <returns>Null where it is not kept any more.</returns>
    public byte[]? Read(string file, string version)
    {
        foreach (var (path, kept) in Entries(file))
        {
            if (kept.Id == version && TryRead(path) is { } bytes && VersionOf(bytes) == version)
                return bytes;
        }
        return null;
    }

    /// <summary>The text of a kept version.</summary>
    /// <inheritdoc cref="Read"/>
    /// <param name="codePage">The code page that the map names for it; null: none.</param>
    public string? ReadText(string file, string version, Encoding? codePage) =>
        Read(file, version) is { } bytes ? TextFiles.Decode(bytes, codePage) : null;

    /// <summary>Puts a kept version back: saved like any other change.</summary>
    /// <param name="file">The file.</param>
    /// <param name="version">The version to put back.</param>
    /// <param name="present">The version that the user saw in the file.</param>
    /// <param name="author">Who does it.</param>
    /// <param name="cancel">Ends the wait for another writer.</param>
    public Task<SaveOutcome> PutBackAsync(string file, string version, string present, string author, CancellationToken cancel) =>
        Read(file, version) is { } bytes
            ? SaveAsync([new FileToSave(file, present, bytes)], author, cancel)
            : Task.FromResult(Failed($"this version of '{file}' is not kept any more; choose another one"));

    // What is kept here is not for the repository in which the map lies.
    private void MakeFolder()
    {
        Directory.CreateDirectory(folder);
        var ignore = Path.Combine(folder, ".gitignore");
        if (!File.Exists(ignore))
            File.WriteAllText(ignore, "*\n");
    }

    private static SaveOutcome Failed(string why) => new(new Dictionary<string, SavedVersion>(), [], why);

    private static List<FileConflict> ConflictsOf(IReadOnlyList<FileToSave> files)
    {
        var conflicts = new List<FileConflict>();
        foreach (var file in files)
        {
            var bytes = TryRead(file.File);
            var present = bytes is null ? null : VersionOf(bytes);
            if (present != file.Base)
                conflicts.Add(new FileConflict(file.File, file.Base, present, bytes));
        }
        return conflicts;
    }

    private static byte[]? TryRead(string path)
    {
        try
        {
            return UserFile.Read(path, UserFile.MaxMap);
        }
        catch (Exception error) when (error is FileNotFoundException or DirectoryNotFoundException)
        {
            return null;
        }
    }

    // What somebody wrote by hand since the last time is a version, too.
    private void KeepPresent(string file)
    {
        if (TryRead(file) is not { } bytes)
            return;
        var version = VersionOf(bytes);
        if (Entries(file) is not [var newest, ..] || newest.Version.Id != version)
            Keep(file, bytes, new DateTimeOffset(File.GetLastWriteTimeUtc(file), TimeSpan.Zero), author: "");
    }

    private SavedVersion Keep(string file, ReadOnlySpan<byte> bytes, DateTimeOffset when, string author)
    {
        var entries = Entries(file);
        // The order of the list is that of saving, whatever clocks say.
        var number = entries.Count == 0 ? 1 : NumberOf(entries[0].Path) + 1;
        author = author.Length > LongestAuthor ? author[..LongestAuthor] : author;
        var name = string.Create(
            CultureInfo.InvariantCulture,
            $"{number:D8}-{when.UtcDateTime.ToString(TimeFormat, CultureInfo.InvariantCulture)}-{VersionOf(bytes)}-{EncodedAuthor(author)}{Extension}"
        );
        var path = Path.Combine(FolderOf(file), name);
        Directory.CreateDirectory(FolderOf(file));
        // Maps may hold hashes of passwords: versions are as open as the map.
        using (var stream = new FileStream(path, new FileStreamOptions { Mode = FileMode.Create, Access = FileAccess.Write }))
        {
            if (!OperatingSystem.IsWindows())
                File.SetUnixFileMode(stream.SafeFileHandle, File.Exists(file) ? File.GetUnixFileMode(file) : AtomicFile.Secret);
            stream.Write(bytes);
            stream.Flush(flushToDisk: true);
        }
        foreach (var (old, _) in entries.Skip(Kept))
            File.Delete(old);
        return new SavedVersion(VersionOf(bytes), when, author);
    }

    private List<(string Path, SavedVersion Version)> Entries(string file)
    {
        var versions = FolderOf(file);
        if (!Directory.Exists(versions))
            return [];
        var entries = new List<(string, SavedVersion)>();
        foreach (var path in Directory.EnumerateFiles(versions, $"*{Extension}").OrderDescending(StringComparer.Ordinal))
        {
            if (
                Path.GetFileNameWithoutExtension(path).Split('-', 4) is [_, var when, var id, var author]
                && DateTime.TryParseExact(
                    when,
                    TimeFormat,
                    CultureInfo.InvariantCulture,
                    DateTimeStyles.AssumeUniversal | DateTimeStyles.AdjustToUniversal,
                    out var saved
                )
            )
                entries.Add((path, new SavedVersion(id, new DateTimeOffset(saved, TimeSpan.Zero), DecodedAuthor(author))));
        }
        return entries;
    }

    private static int NumberOf(string path) =>
        int.TryParse(Path.GetFileName(path).Split('-')[0], NumberStyles.None, CultureInfo.InvariantCulture, out var number) ? number : 0;

    // Names of files are at most 255 bytes long.
    private static string EncodedAuthor(string author)
    {
        var encoded = Convert.ToHexStringLower(Encoding.UTF8.GetBytes(author));
        return encoded.Length <= LongestAuthor ? encoded : encoded[..LongestAuthor];
    }

    private static string DecodedAuthor(string author)
    {
        try
        {
            return Encoding.UTF8.GetString(Convert.FromHexString(author)).TrimEnd('\uFFFD');
        }
        catch (FormatException)
        {
            return "";
        }
    }

    private string FolderOf(string file)
    {
        var full = FileReplacement.TargetOf(file);
        return Path.Combine(folder, $"{Path.GetFileName(full)}-{VersionOf(Encoding.UTF8.GetBytes(full))[..12]}");
    }

    private async Task<FileStream> LockAsync(CancellationToken cancel)
    {
        var path = Path.Combine(folder, LockName);
        var begun = time.GetTimestamp();
        while (true)
        {
            try
            {
                return new FileStream(path, FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None);
            }
            catch (IOException) when (time.GetElapsedTime(begun) < LockPatience)
            {
                await Task.Delay(LockPause, time, cancel).ConfigureAwait(false);
            }
        }
    }
}
