using FsCheck;
using FsCheck.Fluent;
using S7OpcBridge.OpcUa;
using S7OpcBridge.Web.Trends;

namespace S7OpcBridge.Web.Tests;

/// <summary>What is drawn of recorded values: per pixel the smallest, the largest and the worst.</summary>
public sealed class TrendPointsTests
{
    private const uint Good = StatusCodes.Good,
        Lost = StatusCodes.BadDataLost,
        Uncertain = StatusCodes.UncertainLastUsableValue;

    [Test]
    public void A_value_lasts_until_the_next_one_and_a_gap_has_none()
    {
        var points = new TrendPoints(1000, 2000, 10);
        points.Add(At(1250, 5));
        points.Add(At(1260, 9));
        points.Add(At(1500, 0, Lost));
        points.Add(At(1700, 3, Uncertain));
        var levels = points.Hold(At(500, 1));

        Assert.That(levels, Is.EqualTo("gggggllluu"));
        Assert.That(points.Low, Is.EqualTo(new double?[] { 1, 1, 1, 9, 9, 9, null, 3, 3, 3 }));
        Assert.That(points.High, Is.EqualTo(new double?[] { 1, 1, 9, 9, 9, 9, null, 3, 3, 3 }));
    }

    [Test]
    public void Before_the_first_value_there_is_nothing()
    {
        var points = new TrendPoints(1000, 2000, 4);
        points.Add(At(1600, 7));

        Assert.That(points.Hold(null), Is.EqualTo("..gg"));
        Assert.That(points.Low, Is.EqualTo(new double?[] { null, null, 7, 7 }));
    }

    [Test]
    public void Texts_and_infinities_are_no_numbers()
    {
        var points = new TrendPoints(1000, 2000, 2);
        points.Add(new DataValue(Variant.From("on"), Good, 1100, 0));
        points.Add(new DataValue(Variant.From(double.PositiveInfinity), Good, 1200, 0));

        Assert.That(points.Hold(null), Is.EqualTo("gg"));
        Assert.That(points.HasNumbers, Is.False);
        Assert.That(points.Low, Is.All.Null);
    }

    [FsCheck.NUnit.Property]
    public Property Every_value_lies_within_its_point() =>
        Prop.ForAll(
            ArbMap.Default.ArbFor<NonEmptyArray<(ushort Time, short Value)>>(),
            ArbMap.Default.ArbFor<byte>(),
            (values, count) =>
            {
                var points = new TrendPoints(1, 70_000, count + 1);
                var all = values.Get.Select(value => At(value.Time + 1, value.Value)).OrderBy(value => value.SourceTime).ToArray();
                foreach (var value in all)
                    points.Add(value);
                points.Hold(null);
                return all.All(value =>
                    points.IndexOf(value.SourceTime) is var i
                    && points.StartOf(i) <= value.SourceTime
                    && value.SourceTime < points.StartOf(i + 1)
                    && points.Low[i] <= Number(value)
                    && points.High[i] >= Number(value)
                );
            }
        );

    private static double Number(DataValue value) => BitConverter.Int64BitsToDouble(value.Value.Bits);

    private static DataValue At(long time, double value, uint status = Good) =>
        new(status == Lost ? default : Variant.From(value), status, time, 0);
}
