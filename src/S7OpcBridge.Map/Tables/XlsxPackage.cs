using System.IO.Compression;

namespace S7OpcBridge.Map.Tables;

/// <summary>The parts of an XLSX file, a ZIP archive, read within limits.</summary>
internal sealed class XlsxPackage : IDisposable
{
    private readonly ZipArchive _archive;
    private readonly SourceFile _file;
    private readonly Dictionary<string, ZipArchiveEntry> _parts = new(StringComparer.OrdinalIgnoreCase);
    private long _read;

    private XlsxPackage(ZipArchive archive, SourceFile file)
    {
        (_archive, _file) = (archive, file);
        foreach (var entry in archive.Entries)
            _parts.TryAdd(entry.FullName.Replace('\\', '/'), entry);
    }

    /// <summary>Opens a file's bytes; null where they are no ZIP archive.</summary>
    public static XlsxPackage? Open(SourceFile file, byte[] bytes)
    {
        try
        {
            return new XlsxPackage(new ZipArchive(new MemoryStream(bytes), ZipArchiveMode.Read), file);
        }
        catch (Exception error) when (error is InvalidDataException or IOException or NotSupportedException or ArgumentException)
        {
            return null;
        }
    }

    /// <summary>True where there is such a part.</summary>
    public bool Has(string part) => _parts.ContainsKey(part);

    /// <summary>The bytes of a part. The length that an archive states may be a lie: what counts is what comes out.</summary>
    /// <exception cref="TableException">It is not there, broken, or too long.</exception>
    public byte[] Read(string part)
    {
        if (!_parts.TryGetValue(part, out var entry))
            throw new TableException(new SourceLocation(_file, 1, 1), $"'{part}' is missing in it; save the workbook again");
        try
        {
            using var from = entry.Open();
            using var into = new MemoryStream((int)Math.Clamp(entry.Length, 0, 1024 * 1024));
            var buffer = new byte[81920];
            while (from.Read(buffer) is > 0 and var count)
            {
                if ((_read += count) > Workbook.MostBytes)
                    throw new TableException(
                        new SourceLocation(_file, 1, 1),
                        $"it has more than {Workbook.MostBytes / (1024 * 1024)} MB unpacked"
                    );
                into.Write(buffer, 0, count);
            }
            return into.ToArray();
        }
        catch (Exception error) when (error is InvalidDataException or IOException or NotSupportedException)
        {
            throw new TableException(new SourceLocation(_file, 1, 1), "the archive is broken; save the workbook again");
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _archive.Dispose();
}
