namespace S7OpcBridge.Map.Tests;

/// <summary>Patterns of paths with their PLC.</summary>
public sealed class TagGlobTests
{
    [TestCase("Line1/Motor/Speed", "Line1/Motor/Speed")]
    [TestCase("Line1/*/Speed", "Line1/Motor/Speed")]
    [TestCase("Line*/Motor/S*d", "Line1/Motor/Speed")]
    [TestCase("Line1/**", "Line1/Motor/Speed")]
    [TestCase("Line1/**", "Line1/Speed")]
    [TestCase("**", "Line1/Motor/Speed")]
    [TestCase("**/Speed", "Line1/Motor/Speed")]
    [TestCase("**/Line1/Speed", "Line1/Speed")]
    [TestCase("Line1/**/Speed", "Line1/Speed")]
    [TestCase("Line1/**/Speed", "Line1/A/B/C/Speed")]
    [TestCase("**/Debug/**", "Line1/A/Debug/B/C")]
    [TestCase("**/A/**/B", "L/A/X/A/B")]
    [TestCase("**/A/B/**/C", "L/A/X/A/B/Y/C")]
    [TestCase("**/**/C", "C")]
    public void A_path_that_fits(string pattern, string path) => Assert.That(new TagGlob(pattern).Matches(path));

    [TestCase("Line1", "Line1/Speed")]
    [TestCase("Line1/*", "Line1/Motor/Speed")]
    [TestCase("line1/**", "Line1/Speed")]
    [TestCase("Line1/**/Speed", "Line1/Motor")]
    [TestCase("Line1/**/Line1", "Line1")]
    [TestCase("**/Debug/**", "Line1/A/Debugging/B")]
    [TestCase("**/A/B", "L/A/B/C")]
    [TestCase("", "Line1/Speed")]
    public void A_path_that_does_not_fit(string pattern, string path) => Assert.That(new TagGlob(pattern).Matches(path), Is.False);

    [Test, CancelAfter(60_000)]
    public void A_hostile_pattern_costs_little(CancellationToken cancellationToken) =>
        Assert.That(
            new TagGlob(string.Join('/', Enumerable.Repeat("**/a*a*a", 200))).Matches(string.Join('/', Enumerable.Repeat("aaab", 200))),
            Is.False
        );
}
