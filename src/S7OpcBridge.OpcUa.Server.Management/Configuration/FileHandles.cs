namespace S7OpcBridge.OpcUa.Server.Management.Configuration;

/// <summary>
/// The open handles of the TrustList file: any number of readers, each with its own copy, and one writer. A handle is closed when its session ends. A writer
/// unused for a minute is closed when the file is to be opened for writing or changed (default of ActivityTimeout, OPC 10000-12, 7.8.2.1).
/// </summary>
internal sealed class FileHandles(TimeProvider time)
{
    /// <summary>Handles of one session, at most.</summary>
    public const int MaxPerSession = 10;

    private static readonly TimeSpan ActivityTimeout = TimeSpan.FromMinutes(1);

    private readonly Dictionary<uint, FileHandle> _handles = [];
    private uint _lastId;
    private int _count;

    /// <summary>Number of handles. Any thread.</summary>
    public int Count => Volatile.Read(ref _count);

    /// <summary>True while the file is open for writing. Closes a writer that was unused for a minute.</summary>
    public bool IsWriting
    {
        get
        {
            EndForgotten();
            return _handles.Values.Any(handle => handle.Writes);
        }
    }

    /// <exception cref="UaException">BadTooManyOperations.</exception>
    public FileHandle Open(NodeId session, bool writes, byte[] content)
    {
        if (_handles.Values.Count(handle => handle.Session == session) >= MaxPerSession)
            throw new UaException(StatusCodes.BadTooManyOperations, $"A session may have {MaxPerSession} files open.");
        var opened = new FileHandle(++_lastId == 0 ? ++_lastId : _lastId, session, writes, content, time.GetTimestamp());
        _handles.Add(opened.Id, opened);
        Volatile.Write(ref _count, _handles.Count);
        return opened;
    }

    /// <summary>Finds a handle that the session has opened.</summary>
    /// <exception cref="UaException">BadInvalidArgument: there is none; BadInvalidState: it was opened for something else.</exception>
    public FileHandle Find(NodeId session, uint id, bool? writes)
    {
        if (!_handles.TryGetValue(id, out var handle) || handle.Session != session)
            throw new UaException(StatusCodes.BadInvalidArgument, $"This session has no file handle {id}.");
        if (writes is not null && handle.Writes != writes)
            throw new UaException(
                StatusCodes.BadInvalidState,
                handle.Writes ? "The file was opened for writing." : "The file was opened for reading."
            );
        handle.LastUsed = time.GetTimestamp();
        return handle;
    }

    public void Close(FileHandle handle)
    {
        _handles.Remove(handle.Id);
        Volatile.Write(ref _count, _handles.Count);
        handle.Dispose();
    }

    public void CloseAll(NodeId session)
    {
        foreach (var handle in _handles.Values.Where(handle => handle.Session == session).ToList())
            Close(handle);
    }

    private void EndForgotten()
    {
        foreach (
            var handle in _handles.Values.Where(handle => handle.Writes && time.GetElapsedTime(handle.LastUsed) > ActivityTimeout).ToList()
        )
            Close(handle);
    }
}
