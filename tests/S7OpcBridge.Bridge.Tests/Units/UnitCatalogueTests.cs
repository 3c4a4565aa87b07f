using S7OpcBridge.Bridge.Units;
using S7OpcBridge.Testing;

namespace S7OpcBridge.Bridge.Tests;

[TestFixture]
public sealed class UnitCatalogueTests
{
    [TestCase("rpm", 5394509, "revolutions per minute")]
    [TestCase("°C", 4408652, "degree Celsius")]
    [TestCase("%", 20529, "percent")]
    [TestCase("percent", 20529, "percent")]
    [TestCase("bar", 4342098, "bar [unit of pressure]")]
    [TestCase("m³/h", 5067080, "cubic metre per hour")]
    [TestCase("kg", 4933453, "kilogram")]
    [TestCase("t", 5525061, "tonne (metric ton)")]
    [TestCase("KGM", 4933453, "kilogram")]
    [ConformanceUnit("Base Info Engineering Units")]
    public void A_unit_is_found_by_symbol_synonym_name_or_code(string written, int id, string name)
    {
        var unit = UnitCatalogue.Find(written, "urn:own");
        Assert.That(unit, Is.EqualTo(new EngineeringUnit(UnitCatalogue.UneceNamespace, id, written, name)));
    }

    [Test]
    public void A_unit_that_UNECE_does_not_know_keeps_its_name_in_our_namespace() =>
        Assert.That(
            UnitCatalogue.Find("bottles/pallet", "urn:own"),
            Is.EqualTo(new EngineeringUnit("urn:own", -1, "bottles/pallet", "bottles/pallet"))
        );
}
