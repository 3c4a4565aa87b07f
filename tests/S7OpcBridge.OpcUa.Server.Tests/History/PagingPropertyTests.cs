using FsCheck;
using FsCheck.Fluent;
using S7OpcBridge.OpcUa.Server.History;

namespace S7OpcBridge.OpcUa.Server.Tests.History;

/// <summary>The list of values does not depend on the size of the pages in which it comes.</summary>
internal sealed class PagingPropertyTests
{
    private static readonly HistoryTarget Target = new(new NodeId(2, "V"), null, TimestampsToReturn.Both, null);

    private static readonly HistoryNode Node = new(null!, NodeHandle.None, 0, null!, false);

    [FsCheck.NUnit.Property(MaxTest = 400)]
    public Property Any_page_size_gives_the_same_list() =>
        Prop.ForAll(
            Cases.ToArbitrary(),
            one =>
            {
                var history = new MemoryHistory { PageSize = one.SourcePage, Hesitates = one.Hesitates };
                foreach (var (time, index) in one.Times.Order().Select((time, index) => (time, index)))
                    history.Add(
                        0,
                        new DataValue(
                            Variant.From(new string('x', index % 5) + index),
                            index % 7 == 3 ? StatusCodes.BadDataLost : StatusCodes.Good,
                            time,
                            0
                        )
                    );
                var source = history.Source();
                var request = new ReadRawModifiedDetails
                {
                    StartTime = one.Start,
                    EndTime = one.End,
                    NumValuesPerNode = one.Total,
                    ReturnBounds = one.Bounds,
                };
                if (RawRequest.Check(request, out var range).IsBad)
                    return true; // too little is given
                var whole = Read(source, range with { PerAnswer = 0 }, int.MaxValue, int.MaxValue);
                var paged = Read(source, range with { PerAnswer = one.PageSize }, (int)one.MaxValues, one.Bytes);
                Assert.That(paged, Is.EqualTo(whole));
                return true;
            }
        );

    private static List<DataValue> Read(HistorySource source, RawRequest request, int maxValues, int bytes)
    {
        var cursor = new RawCursor(source, new HistoryLimits { MaxValuesPerNode = maxValues }, Target, request);
        var all = new List<DataValue>();
        for (var answers = 0; answers < 10_000; answers++)
        {
            var budget = new HistoryBudget(TimeProvider.System, null);
            budget.Grant(bytes);
            var part = cursor.NextAsync(Node, budget, CancellationToken.None).AsTask().GetAwaiter().GetResult();
            all.AddRange(((HistoryData)part.Data).DataValues);
            if (part.IsLast)
                return all;
        }

        throw new AssertionException("It never ends.");
    }

    private static Gen<Case> Cases =>
        from times in Gen.Choose(100, 140).Select(t => (long)t).ArrayOf()
        from start in Gen.Choose(95, 145)
        from end in Gen.Choose(95, 145)
        from given in Gen.Choose(0, 3)
        from total in Gen.Choose(0, 30)
        from bounds in Gen.Elements(true, false)
        from pageSize in Gen.Choose(1, 9)
        from maxValues in Gen.Choose(1, 9)
        from bytes in Gen.Choose(40, 200)
        from sourcePage in Gen.Choose(1, 5)
        from hesitates in Gen.Elements(true, false)
        select new Case(
            times,
            given == 1 ? 0 : start,
            given == 2 ? 0 : end,
            (uint)(given is 1 or 2 ? total + 1 : 0),
            bounds,
            (uint)pageSize,
            (uint)maxValues,
            bytes,
            sourcePage,
            hesitates
        );

    private sealed record Case(
        long[] Times,
        long Start,
        long End,
        uint Total,
        bool Bounds,
        uint PageSize,
        uint MaxValues,
        int Bytes,
        int SourcePage,
        bool Hesitates
    );
}
