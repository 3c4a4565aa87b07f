using System.Diagnostics;
using System.Globalization;
using Microsoft.Extensions.Logging.Abstractions;
using S7OpcBridge.OpcUa;

namespace S7OpcBridge.History.Tests;

/// <summary>A store in a process of its own, which tests kill or let run out of room.</summary>
internal static class ChildStore
{
    /// <summary>Series of the child.</summary>
    public const int Series = 20;

    private static readonly string Filling = new('x', 2000);

    /// <summary>The key of a series.</summary>
    public static string Key(int series) => string.Create(CultureInfo.InvariantCulture, $"Line1/T{series}");

    /// <summary>The text of the value with a number.</summary>
    public static string Text(int number) => number.ToString(CultureInfo.InvariantCulture) + Filling;

    /// <summary>Starts it.</summary>
    public static Process Start(string fileName, params string[] arguments)
    {
        var start = new ProcessStartInfo(fileName, arguments) { RedirectStandardOutput = true, UseShellExecute = false };
        return Process.Start(start)!;
    }

    /// <summary>What stands before the child's own arguments.</summary>
    public static string[] Command => ["exec", typeof(ChildStore).Assembly.Location];

    /// <summary>Writes for ever; says after each commit which number is on the disk.</summary>
    public static async Task<int> WriteAsync(string folder)
    {
        await using var store = await OpenAsync(folder);
        int[] series = [.. Enumerable.Range(0, Series).Select(i => store.SeriesOf(Key(i), "Line1"))];
        var last = await store.FindAsync(Key(0), new(long.MaxValue, Backward: true, Usable: true), CancellationToken.None);
        var number = last is { } value ? NumberOf(value) + 1 : 0;
        for (; ; number++)
        {
            foreach (var one in series)
                store.Record(one, Variant.From(Text(number)), StatusCode.Good, UaTime.Now(TimeProvider.System));
            await store.FlushAsync(CancellationToken.None);
            Console.WriteLine(number);
        }
    }

    /// <summary>Writes until the disk is full, then makes room, and says what became of the values.</summary>
    public static async Task<int> FillDiskAsync(string folder)
    {
        await using var store = await OpenAsync(folder);
        var series = store.SeriesOf(Key(0), "Line1");
        var number = 0;
        while (store.Figures.WriteError is null)
            await RecordAsync();
        Console.WriteLine(store.Figures.WriteError);
        for (var i = 0; i < 5; i++)
            await RecordAsync();
        await MakeRoomAsync(folder);
        do
        {
            await RecordAsync();
        } while (store.Figures.WriteError is not null);

        HistoryPosition? after = null;
        var read = new List<string>();
        do
        {
            var page = await store.ReadAsync(Key(0), new(0, long.MaxValue), after, 1000, int.MaxValue, CancellationToken.None);
            read.AddRange(
                page.Values.Select(value =>
                    value.Status.IsBad ? StatusCodes.NameOf(value.Status) : NumberOf(value).ToString(CultureInfo.InvariantCulture)
                )
            );
            after = page.Next;
        } while (after is not null);
        Console.WriteLine($"recorded {number}, lost {store.Figures.Lost}, stored {store.Figures.Stored}");
        Console.WriteLine(string.Join(' ', read));
        return 0;

        async Task RecordAsync()
        {
            var start = Stopwatch.GetTimestamp();
            store.Record(series, Variant.From(Text(number++)), StatusCode.Good, UaTime.Now(TimeProvider.System));
            if (Stopwatch.GetElapsedTime(start) > TimeSpan.FromSeconds(5))
                Console.WriteLine("blocked");
            try
            {
                await store.FlushAsync(CancellationToken.None);
            }
            catch (HistoryException)
            {
                // Said in the figures.
            }
        }
    }

    /// <summary>The number of a value.</summary>
    public static int NumberOf(DataValue value) => int.Parse(((string)value.Value.Reference!).TrimEnd('x'), CultureInfo.InvariantCulture);

    private static Task<HistoryStore> OpenAsync(string folder) =>
        HistoryStore.OpenAsync(
            new()
            {
                Folder = folder,
                JournalBytes = 2 << 20,
                CommitInterval = TimeSpan.FromHours(1),
            },
            TimeProvider.System,
            NullLogger.Instance,
            CancellationToken.None
        );

    private static async Task MakeRoomAsync(string folder)
    {
        var filling = Path.Combine(folder, "..", "filling");
        if (File.Exists(filling))
        {
            File.Delete(filling);
            return;
        }

        using var process = Start(
            "prlimit",
            "--pid",
            Environment.ProcessId.ToString(CultureInfo.InvariantCulture),
            "--fsize=unlimited:unlimited"
        );
        await process.WaitForExitAsync();
    }
}
