namespace S7OpcBridge.Core.Tests;

public sealed class ScaleTests
{
    private static readonly TagScale Percent = new(0, 27648, 0, 100);

    [TestCase(0, 0)]
    [TestCase(13824, 50)]
    [TestCase(27648, 100)]
    [TestCase(-27648, -100)]
    public void A_line_goes_through_both_points_and_beyond(double raw, double value) =>
        Assert.That(Percent.ToValue(raw), Is.EqualTo(value));

    [TestCase(0, 100)]
    [TestCase(27648, 0)]
    [TestCase(6912, 75)]
    public void A_line_may_fall(double raw, double value) => Assert.That(new TagScale(0, 27648, 100, 0).ToValue(raw), Is.EqualTo(value));

    [TestCase(0, 0)]
    [TestCase(25, 5)]
    [TestCase(100, 10)]
    [TestCase(-4, 0)]
    public void A_root_stays_at_its_first_point_below_it(double raw, double value) =>
        Assert.That(new TagScale(0, 100, 0, 10) { SquareRoot = true }.ToValue(raw), Is.EqualTo(value));

    [TestCase(-1, 0)]
    [TestCase(30000, 100)]
    [TestCase(13824, 50)]
    public void A_clamped_value_stays_between_the_points(double raw, double value) =>
        Assert.That((Percent with { Clamp = true }).ToValue(raw), Is.EqualTo(value));

    [Test]
    public void The_sign_is_turned_last_and_nothing_is_no_negative_zero()
    {
        Assert.That((Percent with { Clamp = true, Negate = true }).ToValue(30000), Is.EqualTo(-100));
        Assert.That(double.IsNegative((Percent with { Negate = true }).ToValue(0)), Is.False);
    }

    [FsCheck.NUnit.Property]
    public bool What_is_scaled_back_is_the_raw_number_again(short raw, bool falling, bool root, bool negate)
    {
        var scale = new TagScale(short.MinValue, short.MaxValue, falling ? 250 : -40, falling ? -40 : 250)
        {
            SquareRoot = root,
            Negate = negate,
        };
        return scale.TryToRaw(scale.ToValue(raw), out var back) && Math.Abs(back - raw) < 1e-6;
    }

    [TestCase(100.1)]
    [TestCase(-0.1)]
    [TestCase(double.NaN)]
    public void Outside_a_clamped_scale_there_is_no_raw_number(double value) =>
        Assert.That((Percent with { Clamp = true }).TryToRaw(value, out _), Is.False);

    [Test]
    public void A_root_has_no_raw_number_below_its_first_point() =>
        Assert.That(new TagScale(0, 100, 5, 10) { SquareRoot = true }.TryToRaw(4.9, out _), Is.False);
}
