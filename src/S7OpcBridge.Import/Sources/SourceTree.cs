using System.IO.Compression;
using S7OpcBridge.Map;

namespace S7OpcBridge.Import.Sources;

/// <summary>The files of a folder or of a ZIP archive, by their path with forward slashes; read within <see cref="ImportLimits"/>.</summary>
internal sealed class SourceTree : IDisposable
{
    private readonly string? _folder;
    private readonly ZipArchive? _archive;
    private readonly SourceLocation _spot;

    // STEP 7 spells the same file in capitals or not, which a file system may tell apart: asked in any case, opened as it is spelled.
    private readonly Dictionary<string, (string Path, ZipArchiveEntry? Entry)> _files = new(StringComparer.OrdinalIgnoreCase);
    private long _read;

    private readonly long _most;

    private SourceTree(SourceLocation spot, string? folder, ZipArchive? archive, long most) =>
        (_spot, _folder, _archive, _most) = (spot, folder, archive, most);

    /// <summary>The paths, in the order of the folder or archive.</summary>
    public IReadOnlyCollection<string> Files => _files.Keys;

    /// <summary>A folder with everything below it; links are not followed.</summary>
    /// <exception cref="ImportException">It has too many files.</exception>
    public static SourceTree FromFolder(string folder, SourceLocation spot)
    {
        var tree = new SourceTree(spot, folder, archive: null, ImportLimits.Tree);
        var options = new EnumerationOptions
        {
            RecurseSubdirectories = true,
            IgnoreInaccessible = true,
            AttributesToSkip = FileAttributes.ReparsePoint,
            MaxRecursionDepth = ImportLimits.Depth,
        };
        foreach (var file in Directory.EnumerateFiles(folder, "*", options))
            tree.Add(Path.GetRelativePath(folder, file).Replace('\\', '/'), entry: null);
        return tree;
    }

    /// <summary>A ZIP archive.</summary>
    /// <param name="stream">The archive; the tree disposes it.</param>
    /// <param name="spot">Where a finding about the archive as a whole points to.</param>
    /// <param name="most">Bytes that are unpacked at most.</param>
    /// <exception cref="ImportException">It is no archive, or has too many files.</exception>
    public static SourceTree FromZip(Stream stream, SourceLocation spot, long most)
    {
        try
        {
            var archive = new ZipArchive(stream, ZipArchiveMode.Read);
            var tree = new SourceTree(spot, folder: null, archive, most);
            foreach (var entry in archive.Entries)
            {
                if (!entry.FullName.EndsWith('/'))
                    tree.Add(entry.FullName.Replace('\\', '/'), entry);
            }
            return tree;
        }
        catch (Exception error) when (error is InvalidDataException or IOException or NotSupportedException or ArgumentException)
        {
            stream.Dispose();
            throw new ImportException(spot, "the archive is broken; copy it again, or open it with a ZIP program and name the folder");
        }
    }

    /// <summary>True where there is such a file; case does not matter.</summary>
    public bool Has(string path) => _files.ContainsKey(path);

    /// <summary>The bytes of a file.</summary>
    /// <exception cref="ImportException">It is not there, broken, or longer than allowed.</exception>
    public byte[] Read(string path)
    {
        if (!_files.TryGetValue(path, out var file))
            throw new ImportException(_spot, $"'{path}' is missing in it; copy the whole project");
        var most = (int)Math.Min(ImportLimits.File, _most - _read);
        try
        {
            var bytes = file.Entry is null ? UserFile.Read(Path.Combine(_folder!, file.Path), most) : Inflate(file.Entry, most);
            _read += bytes.Length;
            return bytes;
        }
        catch (UnusableFileException error)
        {
            throw new ImportException(_spot, $"'{path}' {error.What}");
        }
        catch (Exception error) when (error is InvalidDataException or IOException or UnauthorizedAccessException or NotSupportedException)
        {
            throw new ImportException(_spot, $"'{path}' can't be read ({error.Message.TrimEnd('.')})");
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _archive?.Dispose();

    private void Add(string path, ZipArchiveEntry? entry)
    {
        if (_files.Count >= ImportLimits.Files)
            throw new ImportException(_spot, $"it has more than {ImportLimits.Files:N0} files; name the folder of the project alone");
        _files.TryAdd(path, (path, entry));
    }

    // The length that an archive states may be a lie: what counts is what comes out.
    private static byte[] Inflate(ZipArchiveEntry entry, int most)
    {
        using var from = entry.Open();
        using var into = new MemoryStream((int)Math.Clamp(entry.Length, 0, 1024 * 1024));
        var buffer = new byte[81920];
        while (from.Read(buffer) is > 0 and var count)
        {
            if (into.Length + count > most)
                throw new UnusableFileException($"has more than {most / (1024 * 1024)} MB");
            into.Write(buffer, 0, count);
        }
        return into.ToArray();
    }
}
