using System.Text;
using S7OpcBridge.Map;

namespace S7OpcBridge.Import.Sources;

/// <summary>One thing that the user named: a file, an archive or the folder of a project.</summary>
internal sealed class Source : IDisposable
{
    private const int HeadLength = 64 * 1024;

    private readonly Encoding? _encoding;
    private string? _text;

    private Source(string path, SourceFile file, byte[] bytes, SourceTree? tree, Encoding? encoding)
    {
        (Path, File, Bytes, Tree, _encoding) = (path, file, bytes, tree, encoding);
        Head = tree is null
            ? SourceText.Decode(bytes.AsSpan(0, Math.Min(bytes.Length, HeadLength)), encoding ?? Encoding.Latin1, out _)
            : "";
    }

    /// <summary>As the user gave it.</summary>
    public string Path { get; }

    /// <summary>What findings point into.</summary>
    public SourceFile File { get; }

    /// <summary>The bytes of a plain file; empty where there is a <see cref="Tree"/>.</summary>
    public byte[] Bytes { get; }

    /// <summary>The files of an archive or folder; null for a plain file.</summary>
    public SourceTree? Tree { get; }

    /// <summary>The first characters of a plain file, enough to tell its format; letters beyond ASCII may be wrong here.</summary>
    public string Head { get; }

    /// <summary>The file's name without folder and extension.</summary>
    public string Name => System.IO.Path.GetFileNameWithoutExtension(Path.TrimEnd('/', '\\'));

    /// <summary>The first line.</summary>
    public SourceLocation Start => new(File, 1, 1);

    /// <summary>The code page that was guessed for <see cref="Text"/>; null: it was certain.</summary>
    public string? Guessed { get; private set; }

    /// <summary>The text of a plain file.</summary>
    public string Text
    {
        get
        {
            if (_text is null)
            {
                _text = SourceText.Decode(Bytes, _encoding, out var guessed);
                Guessed = guessed;
            }
            return _text;
        }
    }

    /// <summary>Opens what a path leads to.</summary>
    /// <param name="path">A file or folder.</param>
    /// <param name="encoding">Code page of files without byte order mark; null: guess.</param>
    /// <exception cref="ImportException">It is not there, or can't be read.</exception>
    public static Source Open(string path, Encoding? encoding)
    {
        var file = new SourceFile(path.Replace('\\', '/'));
        var spot = new SourceLocation(file, 1, 1);
        try
        {
            if (Directory.Exists(path))
                return new Source(path, file, [], SourceTree.FromFolder(path, spot), encoding);
            if (IsArchive(path))
                return new Source(
                    path,
                    file,
                    [],
                    SourceTree.FromZip(new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.Read), spot, ImportLimits.Tree),
                    encoding
                );
            return new Source(path, file, UserFile.Read(path, ImportLimits.File), tree: null, encoding) { IsOnDisk = true };
        }
        catch (UnusableFileException error)
        {
            throw new ImportException(spot, $"'{path}' {error.What}; name the file or folder of a project");
        }
        catch (Exception error) when (error is FileNotFoundException or DirectoryNotFoundException)
        {
            throw new ImportException(spot, $"there is no '{path}'; check the path");
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException or ArgumentException or NotSupportedException)
        {
            throw new ImportException(spot, $"'{path}' can't be read ({error.Message.TrimEnd('.')}); check its permissions");
        }
    }

    /// <summary>The same from bytes; an archive is told by its first bytes. The disk is not looked at, whatever the path says.</summary>
    /// <param name="most">Bytes to which an archive may unpack.</param>
    /// <inheritdoc cref="Open"/>
    public static Source From(string path, byte[] bytes, Encoding? encoding = null, long most = ImportLimits.Tree)
    {
        var file = new SourceFile(path.Replace('\\', '/'));
        return IsArchive(bytes)
            ? new Source(path, file, [], SourceTree.FromZip(new MemoryStream(bytes), new SourceLocation(file, 1, 1), most), encoding)
            : new Source(path, file, bytes, tree: null, encoding);
    }

    /// <summary>True for a file on disk, beside which others may lie.</summary>
    private bool IsOnDisk { get; init; }

    /// <summary>The text of the file of the same name with another extension; null where there is none.</summary>
    public string? Beside(string extension)
    {
        var path = System.IO.Path.ChangeExtension(Path, extension);
        try
        {
            return IsOnDisk && System.IO.File.Exists(path)
                ? SourceText.Decode(UserFile.Read(path, ImportLimits.File), _encoding, out _)
                : null;
        }
        catch (Exception error) when (error is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    /// <inheritdoc/>
    public void Dispose() => Tree?.Dispose();

    // Pipes and devices have no length, and are never opened.
    private static bool IsArchive(string path)
    {
        if (new FileInfo(path) is not { Exists: true, Length: > 4 })
            return false;
        Span<byte> first = stackalloc byte[4];
        using var file = System.IO.File.OpenRead(path);
        return file.Read(first) == 4 && IsArchive(first);
    }

    private static bool IsArchive(ReadOnlySpan<byte> bytes) =>
        bytes is [(byte)'P', (byte)'K', 3, 4, ..] or [(byte)'P', (byte)'K', 5, 6, ..];
}
