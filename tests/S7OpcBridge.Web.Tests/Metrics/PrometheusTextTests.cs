using System.Buffers;
using System.Text;
using S7OpcBridge.Web.Metrics;

namespace S7OpcBridge.Web.Tests;

public sealed class PrometheusTextTests
{
    [Test]
    public void Help_kind_labels_and_figures_stand_as_the_format_wants_them() =>
        Assert.That(
            Written(
                MetricKind.Counter,
                static (_, sink) =>
                {
                    sink.Value(3);
                    sink.Value(0.1, Labels.Plc("Line1"));
                    sink.Value(1e21, Labels.Scan("Line1", "fast"));
                }
            ),
            Is.EqualTo(
                "# HELP a_total Says what.\n# TYPE a_total counter\na_total 3\na_total{plc=\"Line1\"} 0.1\na_total{plc=\"Line1\",scan_class=\"fast\"} 1E+21\n"
            )
        );

    [TestCase("Halle \"Süd\"", "Halle \\\"Süd\\\"")]
    [TestCase("back\\slash", "back\\\\slash")]
    [TestCase("two\nlines", "two\\nlines")]
    [TestCase("{,=}", "{,=}")]
    public void Names_of_PLCs_are_written_so_that_nobody_misreads_them(string plc, string written) =>
        Assert.That(
            Written(MetricKind.Gauge, (_, sink) => sink.Value(1, Labels.Plc(plc))),
            Does.EndWith($"a_total{{plc=\"{written}\"}} 1\n")
        );

    [TestCase(double.PositiveInfinity, "+Inf")]
    [TestCase(double.NegativeInfinity, "-Inf")]
    [TestCase(double.NaN, "NaN")]
    [TestCase(-0.5, "-0.5")]
    public void Figures_that_are_no_numbers_have_their_words(double value, string written) =>
        Assert.That(Written(MetricKind.Gauge, (_, sink) => sink.Value(value)), Does.EndWith($"a_total {written}\n"));

    [FsCheck.NUnit.Property]
    public bool Whatever_a_PLC_is_called_a_strict_reader_finds_one_line(FsCheck.NonNull<string> plc)
    {
        var name = string.Concat(plc.Get.Where(c => !char.IsSurrogate(c)));
        return Exposition.Parse(Written(MetricKind.Gauge, (_, sink) => sink.Value(7, Labels.Plc(name).With("status", "Good")))).Series.Count
            == 1;
    }

    private static string Written(MetricKind kind, Action<BridgeView, MetricSink> read)
    {
        var buffer = new ArrayBufferWriter<byte>();
        new PrometheusText(buffer).Write(new Metric("a_total", kind, "Says what.", read), null!);
        return Encoding.UTF8.GetString(buffer.WrittenSpan);
    }
}
